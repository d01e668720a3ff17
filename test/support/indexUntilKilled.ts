// A program that indexes the blocks of a node into a file, writing often, and prints each height that it has
// read, from one on. Tests kill it.
import { openNode } from '../../src/bitcoin/node.ts'
import { openStore } from '../../src/database/openStore.ts'
import { followNode } from '../../src/indexer/follow.ts'
import { createNodeReader } from '../../src/indexer/nodeReader.ts'

const [file = '', url = '', from = '0'] = process.argv.slice(2)
await followNode({
  node: createNodeReader(openNode({ url })),
  store: openStore(`file:${file}`, 'import'),
  signal: new AbortController().signal,
  report(event) {
    if (event.kind === 'progress' && event.height >= Number(from)) console.log(event.height)
  },
  limits: { maxPendingRows: 100, firstPassBlocks: 10, progressMs: 1 },
})
