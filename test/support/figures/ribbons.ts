// The ribbons of a transaction, as the model knows them.
import { drawnFlows, unitsOf } from '../audit/transactionFigures.ts'
import type { Answers } from '../model/answers.ts'
import { shareOf } from '../model/facts.ts'
import type { ModelTx } from '../model/types.ts'
import { counted, grouped, linkTo, type ModelFigure } from './modelFigure.ts'

type Ribbon = ReturnType<Answers['transaction']>['flow'][number]

const SOURCES: Record<string, string> = {
  minted: 'newly minted',
  premined: 'premined',
  'no-address': 'from no address',
  several: 'from others',
}

/** Undefined where the heading says all. */
export function transactionRibbons(answers: Answers, tx: ModelTx): ModelFigure | undefined {
  const sources = drawnFlows(answers.transaction(tx)).flat()
  if (sources.length === 0) return
  const points = sources.flatMap((own) =>
    own.map((ribbon) => ({
      text: `${grouped(ribbon.amount)} ${ribbon.rune.spaced_name} ${fromText(ribbon)} ${toText(ribbon)}`,
      tooltip: {
        'ribbon.amount': [ribbon.amount],
        'ribbon.share': [own.length > 1 ? shareOf(unitsOf([ribbon]), unitsOf(own)) : undefined],
      },
      to: linkTo(`/tx/${tx.id}`, {
        type: ribbon.type,
        rune: ribbon.rune.spaced_name,
        giver: ribbon.source === 'no-address' ? 'none' : ribbon.from,
        receiver: receiverOf(ribbon),
        ...amountsOf(ribbon),
        change: ribbon.type === 'change' ? 'show' : undefined,
        group: 'off',
      }),
    })),
  )
  return { kind: 'ribbons', pointsOf: () => points, panels: [] }
}

function receiverOf({ type, addresses, outputs_without_address, first }: Ribbon) {
  if (type === 'transfer' && addresses === 0) return 'none'
  return addresses === 1 && outputs_without_address === 0 ? first[0] : undefined
}

/** One amount alone, where no other transfer of the giver moved it. */
function amountsOf({ addresses, amount_per_movement: amount }: Ribbon) {
  if (addresses < 2 || amount === undefined) return {}
  const only = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
  return { min: only, max: only }
}

function fromText({ source, from }: Ribbon): string {
  return from === undefined ? (SOURCES[source ?? ''] ?? '') : `from ${short(from)}`
}

function toText({ type, addresses, first: [receiver] }: Ribbon): string {
  if (type === 'burn') return 'destroyed'
  if (receiver === undefined) return 'to no address'
  const who = addresses === 1 ? short(receiver) : counted(addresses, 'address', 'addresses')
  return type === 'change' ? `back to ${who}` : `to ${who}`
}

function short(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-6)}`
}
