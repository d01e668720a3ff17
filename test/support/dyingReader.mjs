// A reader thread that dies when it is asked about block 666, and waits for a file when it is asked about block 777.
import { existsSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import '../../build/service/readerWorker.js'

const nothing = new Int32Array(new SharedArrayBuffer(4))

parentPort.on('message', ({ request }) => {
  const block = request?.given.block
  if (block === '666') process.exit(1)
  // The thread does nothing else meanwhile, as during a long query.
  while (block === '777' && !existsSync(process.env.RELEASE_FILE)) Atomics.wait(nothing, 0, 0, 20)
})
