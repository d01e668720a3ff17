import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { announce } from '../../ui/announcer.tsx'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { useLanguage } from '../../ui/reader.ts'
import { Time } from '../../ui/Time.tsx'
import type { Progress } from '../engine/reading.ts'
import type { ShownSet } from './useWholeSet.ts'

type Props = { shown: ShownSet; path: string }

/** How far the reading has come, and the ways to hold it, go on with it and give it up. */
export function ReadingBar({ shown: { set, progress }, path }: Props) {
  const navigate = useNavigate()
  const language = useLanguage()
  const { phase, read, total, restarted, readAt, isKept } = progress
  useProgressAnnouncement(progress)

  async function giveUp() {
    await set.cancel()
    navigate(path)
  }

  return (
    <section aria-label="Reading the whole list" className="panel stack-2 px-4 py-3">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow tabular">
          {phase === 'complete' ? (
            <>
              <strong>All {sayCount(read, language)} read</strong>
              {readAt !== undefined && (
                <span className="text-muted">
                  {' '}
                  {isKept && '· kept on this device '}· <Time milliseconds={readAt} />
                </span>
              )}
            </>
          ) : (
            <>
              <strong>
                <Numeral value={read} /> of {total === undefined ? '…' : <Numeral value={total} />}{' '}
                read
              </strong>
              <span className="text-muted">
                <Doing progress={progress} />
              </span>
            </>
          )}
        </p>
        {(phase === 'reading' || phase === 'waiting') && (
          <button type="button" className="button" onClick={() => set.pause()}>
            Pause
          </button>
        )}
        {(phase === 'paused' || phase === 'failed' || phase === 'waiting') && (
          <button type="button" className="button" onClick={() => set.resume()}>
            {phase === 'paused' ? 'Go on reading' : 'Try now'}
          </button>
        )}
        {phase !== 'complete' && (
          <button type="button" className="button" onClick={giveUp}>
            Cancel
          </button>
        )}
      </div>
      {phase !== 'complete' && (
        <progress
          className="h-1.5 w-full"
          aria-label="Records read"
          value={read}
          max={total ?? 1}
        />
      )}
      {phase !== 'complete' && (
        <p className="text-sm text-muted">
          What is below counts the {sayCount(read, language)} read so far, not the whole list.
        </p>
      )}
      {restarted !== undefined && (
        <p className="text-sm">{restarted} It was read again from the start.</p>
      )}
    </section>
  )
}

function sayCount(count: number, language: string): string {
  return count === 1 ? '1 record' : `${formatDecimal(String(count), language)} records`
}

/** What goes on: the rate and the time that is left, or why it waits. */
function Doing({ progress }: { progress: Progress }) {
  const { phase, read, total, rate, problem, waitsUntil } = progress
  if (phase === 'paused') return ' · paused'
  if (phase === 'failed') {
    return (
      <>
        {' '}
        · stopped: <ForeignText text={problem ?? ''} />
      </>
    )
  }
  if (phase === 'waiting' && waitsUntil !== undefined) {
    return (
      <>
        {' '}
        · <ForeignText text={problem ?? ''} /> It goes on in <Countdown until={waitsUntil} />.
      </>
    )
  }
  if (rate === undefined || total === undefined) return ' · reading'
  const seconds = Math.ceil((total - read) / rate)
  return (
    <>
      {' '}
      · <Numeral value={Math.round(rate)} /> a second · about {sayDuration(seconds)} left
    </>
  )
}

function sayDuration(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return sayDuration(Math.max(0, Math.ceil((until - now) / 1000)))
}

/** Says when reading begins, stops, and is done; the numbers between would be too much to listen to. */
function useProgressAnnouncement({ phase, read, total }: Progress): void {
  const language = useLanguage()
  const said = useRef<Progress['phase']>(undefined)
  // The status region is shared by the whole document.
  useEffect(() => {
    // A service that asks for patience again and again is spoken of once.
    const isKnown = said.current === 'waiting' && phase === 'reading'
    if (isKnown || said.current === phase) return
    said.current = phase
    const formatCount = (count: number) => sayCount(count, language)
    const words = {
      reading: total === undefined ? 'Reading the whole list' : `Reading ${formatCount(total)}`,
      waiting: 'Reading waits for the service',
      paused: `Reading is paused at ${formatCount(read)}`,
      failed: 'Reading stopped',
      complete: `All ${formatCount(read)} read`,
    }
    announce(words[phase])
  }, [phase, read, total, language])
}
