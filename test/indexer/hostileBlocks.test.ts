// Some of the blocks that ask for the most, at a small part of their size.
import { pickShapes } from '../support/hostile/shapes.ts'
import { testShapes } from '../support/hostile/testShapes.ts'

testShapes(
  pickShapes([
    '1,000 runes to 3,000 outputs',
    '5,000 pieces of two owners to 1,000 outputs by 1,000 edicts',
    'old and new units to OP_RETURN by 100,000 edicts',
    'a premine of 2^128 − 1 to 3,000 outputs by 1,000 edicts',
    '2,000 outputs with 1,000 runes each, with edicts',
    '2,000 outputs with 1,000 runes each, by a cenotaph',
    'everything that the block makes, it spends',
    '5,000 etchings with commitments',
  ]),
  0.0002,
)
