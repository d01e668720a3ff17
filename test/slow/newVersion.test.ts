import { test } from 'vitest'
import { expectOffer } from '../support/expectOffer.ts'
import { startReading } from '../support/keeping.ts'

const read = startReading()

test('a new version that the browser holds back is offered, and used only when the reader says so', () =>
  expectOffer(read, 'self.skipWaiting = () => new Promise(() => {})'))
