import {
  CircleCheck,
  CircleHelp,
  CircleSlash,
  EqualApproximately,
  Lock,
  UserCheck,
} from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { NameStatus } from '../../contract/schemas/names.ts'
import { AtEndOfIndex, useEndOfIndex } from '../endOfIndex.tsx'
import { endpointQuery, useOtherExplorers } from '../query.ts'
import { LookAlikeName } from '../runes/LookAlikeName.tsx'
import { RuneName } from '../runes/RuneName.tsx'
import { Notice, OtherExplorer } from '../ui/Notice.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { useIsPast } from '../ui/Time.tsx'
import { EstimatedDate, ExpectedDate, expectedTime } from './EstimatedDate.tsx'

type Props = {
  status: NameStatus
  /** The name as the reader spelled it. */
  text: string
  /** Where to go from here. */
  actions?: ReactNode
}

/** Whether a name of a rune can be etched, and if not, why. */
export function NameAnswer({ status: answer, text, actions }: Props) {
  const end = useEndOfIndex()
  const { unlock_height = 0, newest_block } = answer
  const isUnlocked = useIsPast(expectedTime({ height: unlock_height, newest: newest_block }))
  const hasEnded = answer.status === 'locked' && end !== undefined && isUnlocked
  const { words, icon: Icon, tone } = ANSWERS[hasEnded ? 'unlocked' : answer.status]
  const [, ordinals] = useOtherExplorers('', `/rune/${answer.name}`)
  const [rest, explanation] = hasEnded ? endedLock(answer) : detailsOf(answer, end)
  return (
    <Notice
      icon={<Icon size={18} />}
      tone={tone}
      role="status"
      title={
        <>
          {text.toUpperCase()} {words} {rest}
        </>
      }
      actions={
        <>
          {(hasEnded || answer.status === 'unknown') && ordinals && <OtherExplorer {...ordinals} />}
          {actions}
        </>
      }
    >
      {explanation}
      <LookAlikes status={answer} />
    </Notice>
  )
}

/** What a reader should know before they etch or buy a name. */
function LookAlikes({ status: { name, look_alikes: alike } }: Pick<Props, 'status'>) {
  if (alike.length === 0) return null
  return (
    <p className="mt-1.5">
      <EqualApproximately size={14} aria-hidden="true" className="inline align-[-2px]" /> It differs
      by one letter from{' '}
      {alike.map(({ rune, holders }, index) => (
        <Fragment key={rune.id}>
          {index > 0 && ', '}
          <LookAlikeName rune={rune} like={name} /> with{' '}
          <Count name="look_alike.named_holders" value={holders} one="holder" />
        </Fragment>
      ))}
      .
    </p>
  )
}

export const ANSWERS = {
  free: { words: 'is free', icon: CircleCheck, tone: 'good' },
  taken: { words: 'is taken', icon: UserCheck, tone: 'plain' },
  locked: { words: 'is locked', icon: Lock, tone: 'warn' },
  unlocked: { words: 'has been unlocked since about', icon: CircleHelp, tone: 'warn' },
  reserved: { words: 'is reserved', icon: CircleSlash, tone: 'bad' },
  unknown: { words: 'is free in this index', icon: CircleHelp, tone: 'warn' },
} as const

export function nameStatusQuery(name: string) {
  return endpointQuery('nameStatus', { name })
}

/** The same of a name whose lock has ended since the newest block of the index. */
function endedLock({ unlock_height = 0, newest_block }: NameStatus): [ReactNode, ReactNode] {
  return [
    <ExpectedDate key="date" height={unlock_height} newest={newest_block} />,
    <>
      It was locked until block <Numeral name="name.unlock_height" value={unlock_height} />. This
      index ends at block <Numeral name="index.block_height" value={newest_block.block_height} />,
      so it cannot see whether the name is taken.
    </>,
  ]
}

/**
 * How the headline of an answer ends, and what stands below it.
 * @param end the newest block of an index that is not live.
 */
function detailsOf(status: NameStatus, end: number | undefined): [ReactNode, ReactNode] {
  const { rune, unlock_height = 0, index_start = 0, newest_block } = status
  const newest = <Numeral name="index.block_height" value={newest_block.block_height} />
  switch (status.status) {
    case 'free':
      if (end !== undefined) {
        return [<AtEndOfIndex key="end" />, 'This index cannot see whether it was etched since.']
      }
      return [
        'and can be etched now',
        'The first to etch it gets it. Its commitment to the name needs six confirmations first. Spacers make no difference.',
      ]
    case 'taken':
      return [
        rune && (
          <>
            by <RuneName rune={rune} />
          </>
        ),
        'Spacers make no difference.',
      ]
    case 'locked':
      return [
        <>
          until block <Numeral name="name.unlock_height" value={unlock_height} />
          <EstimatedDate height={unlock_height} newest={newest_block} />
        </>,
        end === undefined && (
          <>
            <Count
              name="name.locked_blocks"
              value={unlock_height - newest_block.block_height}
              one="block"
            />{' '}
            from now.
          </>
        ),
      ]
    case 'reserved':
      return [
        null,
        'Nobody can choose a name of 27 letters or more: the protocol gives such names to runes that are etched without one.',
      ]
    case 'unknown':
      return [
        null,
        <>
          No rune here has it, and it is unlocked. Runes etched before block{' '}
          <Numeral name="index.from" value={index_start} />
          {end !== undefined && <> or after block {newest}</>} are not here.
        </>,
      ]
  }
}
