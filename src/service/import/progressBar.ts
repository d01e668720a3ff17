import { SingleBar } from 'cli-progress'
import type { Counts, Progress } from './importLog.ts'
import type { Source } from './runImport.ts'

/** Shows how an import goes: as a bar on a terminal, elsewhere as a line now and then. */
export function openProgressBar({ size, done }: Pick<Source, 'size' | 'done'>) {
  const bar = new SingleBar({
    format: '{bar} {percentage}% · {written} written · {rate}',
    noTTYOutput: true,
    notTTYSchedule: 5000,
    hideCursor: true,
  })
  const began = Date.now()
  let before = 0

  return {
    start: ({ position, counts }: Progress): void => {
      before = writtenOf(counts)
      bar.start(size, done(position), { written: numberText(before), rate: '' })
    },
    update: ({ position, counts }: Progress): void => {
      const seconds = (Date.now() - began) / 1000
      const written = writtenOf(counts)
      const rate = `${numberText(Math.round((written - before) / seconds))} a second`
      bar.update(done(position), { written: numberText(written), rate })
    },
    stop: (): void => bar.stop(),
  }
}

function writtenOf({ records, tokens, runes }: Counts): number {
  return records + tokens + runes
}

function numberText(number: number): string {
  return number.toLocaleString('en')
}
