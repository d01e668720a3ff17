import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { DecodedTransaction } from '../../../contract/schemas/pending.ts'
import { AtEndOfIndex, useEndOfIndex } from '../../endOfIndex.tsx'
import { blockLink, transactionLink } from '../../links.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import { Id } from '../../ui/Id.tsx'
import { Amount, Count, type FigureName, Numeral } from '../../ui/numbers.tsx'
import { Line } from './Line.tsx'

type Input = DecodedTransaction['inputs'][number]
type Numbered = Input & { index: number }

type Props = {
  decoded: DecodedTransaction
  /** Which unconfirmed transactions spend them. */
  spends: ReadonlyMap<string, string>
}

/** What is known of the outputs that a transaction spends. Those of which nothing else is known share a line. */
export function InputLines({ decoded: { inputs, input_count, tx_id }, spends }: Props) {
  const numbered = inputs.map((input, index) => ({ ...input, index }))
  const unknown = numbered.filter(({ made_by }) => made_by === undefined)
  const known = numbered.filter(({ made_by }) => made_by !== undefined)
  // What makes the transaction impossible is not left out.
  const spent = known.filter(({ spent_by }) => spent_by !== undefined)
  const shown = [...new Set([...spent, ...known])].slice(0, MAX_LINES)
  const isOnly = input_count === 1
  return (
    <>
      {shown.map((input) => (
        <KnownLine key={input.output} input={input} isOnly={isOnly} />
      ))}
      {numbered.map(({ index, output }) => {
        const spender = spends.get(output)
        if (spender === undefined || spender === tx_id) return null
        return (
          <Line key={output} look="bad">
            Input <Numeral name="input.index" value={index} /> is being spent by the unconfirmed{' '}
            <Id text={spender} to={transactionLink(spender)} />: a block can take one of the two.
          </Line>
        )
      })}
      {unknown.length > 0 && (
        <Line look="open">
          {isOnly ? 'Its one input' : <NamedInputs inputs={unknown} />}{' '}
          {unknown.length === 1 ? 'is' : 'are'} not known to this index: what{' '}
          {unknown.length === 1 ? 'it holds' : 'they hold'} is left out.
        </Line>
      )}
      {(known.length > shown.length || input_count > inputs.length) && (
        <Line look="open">
          <Count name="decoded.input_count" value={input_count} one="input" /> in all.
        </Line>
      )}
    </>
  )
}

const MAX_LINES = 8
const MAX_NAMED = 5

/** "Inputs 0, 2 and 3". */
function NamedInputs({ inputs }: { inputs: Numbered[] }) {
  if (inputs.length > MAX_NAMED) {
    return <Count name="decoded.unknown_inputs" value={inputs.length} one="input" />
  }
  return (
    <>
      {inputs.length === 1 ? 'Input ' : 'Inputs '}
      {inputs.map(({ index }, at) => (
        <Fragment key={index}>
          {at > 0 && (at === inputs.length - 1 ? ' and ' : ', ')}
          <Numeral name="input.index" value={index} />
        </Fragment>
      ))}
    </>
  )
}

function KnownLine({ input, isOnly }: { input: Numbered; isOnly: boolean }) {
  // A later block may have spent it.
  const look = useEndOfIndex() === undefined ? 'good' : 'open'
  const { index, made_by, spent_by, rune_count } = input
  if (spent_by !== undefined) {
    return (
      <Line look="bad">
        Input <Numeral name="input.index" value={index} /> was spent in{' '}
        <Block name="input.spent_height" height={spent_by.block_height} />: no block can take this
        transaction.
      </Line>
    )
  }
  return (
    <Line look={look}>
      {isOnly ? (
        'Its one input'
      ) : (
        <>
          Input <Numeral name="input.index" value={index} />
        </>
      )}{' '}
      {rune_count > 0 && (
        <>
          is unspent
          <AtEndOfIndex />,{' '}
        </>
      )}
      was made in{' '}
      {made_by !== undefined && <Block name="input.made_height" height={made_by.block_height} />}{' '}
      and holds {rune_count === 0 ? 'no runes that this index knows' : <Held input={input} />}.
    </Line>
  )
}

const MAX_RUNES = 4

function Held({ input: { runes, rune_count } }: { input: Input }) {
  return (
    <>
      {runes.slice(0, MAX_RUNES).map(({ rune, amount }, at) => (
        <Fragment key={rune.id}>
          {at > 0 && ', '}
          <Amount name="input.amount" digits={amount} /> <RuneName rune={rune} isInline />
        </Fragment>
      ))}
      {rune_count > MAX_RUNES && (
        <>
          {' '}
          and <Numeral name="input.more_runes" value={rune_count - MAX_RUNES} /> more
        </>
      )}
    </>
  )
}

type BlockProps = { name: FigureName; height: number }

function Block({ name, height }: BlockProps) {
  return (
    <Link to={blockLink(height)} className="link">
      block <Numeral name={name} value={height} />
    </Link>
  )
}
