// Compares the figures of pages about transactions that no block has yet with the model.
import { expect, test } from 'vitest'
import { encodeTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { compareFigures } from '../support/audit/compareFigures.ts'
import { readFigures } from '../support/audit/readFigures.ts'
import {
  decodedFigures,
  pendingVisit,
  unconfirmedVisits,
} from '../support/audit/unconfirmedFigures.ts'
import { open as openPage, startBrowsing } from '../support/browse.ts'
import { createDraftedChain } from '../support/draftedChain.ts'
import { Foresight } from '../support/model/foresight.ts'
import { followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const browse = startBrowsing()

test('the figures of pages about unconfirmed transactions, and of the decoder, are those of the model', async () => {
  const { node, transactions } = createDraftedChain()
  const origin = await startService({ data: await followNode(node), pages: 'server-rendered' })
  const problems: string[] = []
  let compared = 0
  await browse({ baseURL: origin }, async (page) => {
    for (const transaction of transactions) {
      await openPage(page, '/decode')
      await page.getByRole('textbox').last().fill(encodeTransaction(transaction).toString('hex'))
      await page.getByRole('button', { name: 'Decode' }).click()
      await page.getByRole('region', { name: 'Answer' }).waitFor()
      const foresight = new Foresight(node, [transaction])
      const found = compareFigures(
        await readFigures(page),
        decodedFigures(transaction, { node, foresight }),
      )
      compared += found.compared
      problems.push(
        ...found.problems.map((problem) => `decoded ${txidOf(transaction)}: ${problem}`),
      )
    }
    for (const transaction of transactions) node.addToMempool(transaction)
    const foresight = new Foresight(node, transactions)
    // Its list last, when the service has read all of the mempool.
    const visits = [
      ...transactions.flatMap((one) => unconfirmedVisits(one, { node, foresight })),
      pendingVisit(
        node,
        transactions.map((one) => foresight.foresee(one)),
      ),
    ]
    for (const { path, expected } of visits) {
      await openPage(page, path)
      const found = compareFigures(await readFigures(page), expected)
      compared += found.compared
      problems.push(...found.problems.map((problem) => `${path}: ${problem}`))
    }
  })
  console.log(`unconfirmed: ${compared} figures compared`)
  expect(problems.join('\n')).toBe('')
})
