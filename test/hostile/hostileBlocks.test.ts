// Blocks that ask for the most, at a hundredth of their size. `tools/hostile` has them at full size.
import { SHAPES } from '../support/hostile/shapes.ts'
import { testShapes } from '../support/hostile/testShapes.ts'

testShapes(SHAPES, 0.01)
