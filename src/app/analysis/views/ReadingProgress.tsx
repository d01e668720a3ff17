import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { announce } from '../../ui/announcer.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Time } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import type { Progress } from '../engine/listReader.ts'
import type { RunningAnalysis } from './useAnalysis.ts'

type Props = { analysis: RunningAnalysis; path: string }

/** How much of the list is loaded, with buttons to pause, resume and cancel. */
export function ReadingProgress({ analysis: { worker, progress }, path }: Props) {
  const language = useLanguage()
  const { phase, read, total, restarted, readAt } = progress
  useProgressAnnouncement(progress)
  const restartNote = restarted !== undefined && (
    <p className="text-sm">{restarted} Loading restarted from the beginning.</p>
  )
  if (phase === 'complete') {
    return (
      <section aria-label="Loading all records" className={PANEL}>
        <p>
          <strong>{describeLoaded(progress, language)}</strong>
          {readAt !== undefined && readAt > 0 && (
            <span className="text-muted">
              , {/* On phones, the date gets its own line. It would break at a hyphen. */}
              <span className="inline-block">
                <Time milliseconds={readAt} />
              </span>
            </span>
          )}
        </p>
        {restartNote}
      </section>
    )
  }
  return (
    <section aria-label="Loading all records" className={PANEL}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow">
          <strong>
            <Numeral value={read} /> of {total === undefined ? '…' : <Numeral value={total} />}{' '}
            loaded
          </strong>
          <span className="text-muted">
            {' · '}
            <Phase progress={progress} />
          </span>
        </p>
        {(phase === 'reading' || phase === 'waiting') && (
          <button type="button" className="button" onClick={() => worker.pause()}>
            Pause
          </button>
        )}
        {phase !== 'reading' && (
          <button type="button" className="button" onClick={() => worker.resume()}>
            {phase === 'paused' ? 'Resume' : 'Retry now'}
          </button>
        )}
        <Link to={path} className="button">
          Cancel
        </Link>
      </div>
      <progress className="w-full" aria-label="Records loaded" value={read} max={total ?? 1} />
      {read > 0 && (
        <p className="text-sm text-muted">
          The results below cover only the {formatRecords(read, language)} loaded so far.
        </p>
      )}
      {restartNote}
    </section>
  )
}

const PANEL = 'panel space-y-2 px-4 py-3'

function formatRecords(count: number, language: string): string {
  return count === 1 ? '1 record' : `${formatDecimal(String(count), language)} records`
}

/** An incomplete list has more records than the service. */
function describeLoaded({ read, isPartial }: Progress, language: string): string {
  if (read === 1 && !isPartial) return 'The only record is loaded'
  if (!isPartial) return `All ${formatRecords(read, language)} loaded`
  if (read === 1) return 'The only record in this list that the service has is loaded'
  return `All ${formatRecords(read, language)} in this list that the service has are loaded`
}

/** The rate and the time left, or why loading stopped. */
function Phase({ progress }: { progress: Progress }) {
  const { phase, read, total, rate, problem = '', waitsUntil } = progress
  if (phase === 'paused') return 'paused'
  if (phase === 'failed') {
    return (
      <>
        stopped: <UntrustedText text={problem} />
      </>
    )
  }
  if (phase === 'waiting' && waitsUntil !== undefined) {
    return (
      <>
        <UntrustedText text={problem.replace(/\.$/, '')} />. Retrying in{' '}
        <Countdown until={waitsUntil} />.
      </>
    )
  }
  if (rate === undefined || total === undefined) return 'loading'
  return (
    <>
      <Numeral value={Math.round(rate)} /> per second · about{' '}
      {formatDuration(Math.ceil((total - read) / rate))} left
    </>
  )
}

function formatDuration(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return formatDuration(Math.max(0, Math.ceil((until - now) / 1000)))
}

/** Announces when loading starts, stops and completes, but not each count. */
function useProgressAnnouncement(progress: Progress): void {
  const { phase, read, total } = progress
  const language = useLanguage()
  const loaded = describeLoaded(progress, language)
  const announced = useRef<Progress['phase']>(undefined)
  // The status region is outside React.
  useEffect(() => {
    // Repeated waits are announced once.
    const isAnnounced = announced.current === 'waiting' && phase === 'reading'
    if (isAnnounced || announced.current === phase) return
    announced.current = phase
    const words: Record<Progress['phase'], string> = {
      reading:
        total === undefined ? 'Loading all records' : `Loading ${formatRecords(total, language)}`,
      waiting: 'Waiting for the service',
      paused: `Loading paused at ${formatRecords(read, language)}`,
      failed: 'Loading stopped',
      complete: loaded,
    }
    announce(words[phase])
  }, [phase, read, total, loaded, language])
}
