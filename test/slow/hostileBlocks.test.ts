// Ten of the blocks that ask for the most, at a three-hundredth of their size.
import { pickShapes } from '../support/hostile/shapes.ts'
import { testShapes } from '../support/hostile/testShapes.ts'

testShapes(
  pickShapes([
    '1,000 runes to 3,000 outputs',
    '20,000 edicts to 2,000 outputs',
    '5,000 pieces of two owners to 1,000 outputs by 1,000 edicts',
    'old and new units to OP_RETURN by 100,000 edicts',
    'amounts of 2^128 − 1 everywhere',
    '2,000 runes through a chain of 1,000 transactions',
    '2,000 outputs with 1,000 runes each, with edicts',
    'addresses of all kinds, 20,000 outputs',
    '10,000 cenotaphs that mint and burn',
    'every field at its bounds',
  ]),
  0.003,
)
