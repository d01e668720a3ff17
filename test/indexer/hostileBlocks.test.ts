// Blocks that ask for the most, at a small part of their size, on both engines.
import { describe, test } from 'vitest'
import { SHAPES } from '../support/hostile/shapes.ts'
import { testShape } from '../support/hostile/testShape.ts'
import { openTemporary } from '../support/indexFollower.ts'

const SCALE = Number(process.env.SCALE ?? 0.001)

describe('On SQLite, the index has all rows of the model, and none of a block that was taken back:', () => {
  test.each(SHAPES)('$name', (shape) => testShape(shape, SCALE, openTemporary()))
})
