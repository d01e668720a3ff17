import { CircleCheck, CircleHelp, CircleSlash, Lock, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NameStatus } from '../../contract/schemas/names.ts'
import { endpointQuery, useAbout, useOtherExplorers } from '../query.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { Notice, OtherExplorer } from '../ui/Notice.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { EstimatedDay } from './EstimatedDay.tsx'

type Props = {
  status: NameStatus
  /** The name as the reader spelled it. */
  text: string
}

/** Whether a name of a rune can be etched, and if not, why. */
export function NameAnswer({ status: answer, text }: Props) {
  const { words, icon: Icon, tone } = ANSWERS[answer.status]
  const [, ordinals] = useOtherExplorers('', `/rune/${answer.name}`)
  const isSnapshot = useAbout()?.source === 'bundled'
  const [rest, explanation] = detailsOf(answer, isSnapshot)
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
      actions={answer.status === 'unknown' && ordinals && <OtherExplorer {...ordinals} />}
    >
      {explanation}
    </Notice>
  )
}

export const ANSWERS = {
  free: { words: 'is free', icon: CircleCheck, tone: 'good' },
  taken: { words: 'is taken', icon: UserCheck, tone: 'plain' },
  locked: { words: 'is locked', icon: Lock, tone: 'warn' },
  reserved: { words: 'is reserved', icon: CircleSlash, tone: 'bad' },
  unknown: { words: 'is free in this index', icon: CircleHelp, tone: 'warn' },
} as const

export function nameStatusQuery(name: string) {
  return endpointQuery('nameStatus', { name })
}

/** How the headline of an answer ends, and what stands below it. */
function detailsOf(status: NameStatus, isSnapshot: boolean): [ReactNode, ReactNode] {
  const { rune, unlock_height = 0, index_start = 0, newest_block } = status
  const newest = <Numeral value={newest_block.block_height} />
  switch (status.status) {
    case 'free':
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
          until block <Numeral value={unlock_height} />
          <EstimatedDay height={unlock_height} newest={newest_block} />
        </>,
        isSnapshot ? (
          <>This index ends at block {newest}: it may be unlocked by now.</>
        ) : (
          <>
            <Count value={unlock_height - newest_block.block_height} one="block" /> from now.
          </>
        ),
      ]
    case 'reserved':
      return [null, 'Nobody can choose it: such names go to runes that are etched without one.']
    case 'unknown':
      return [
        null,
        <>
          No rune here has it, and it is unlocked. Runes etched before block{' '}
          <Numeral value={index_start} />
          {isSnapshot && <> or after block {newest}</>} are not here.
        </>,
      ]
  }
}
