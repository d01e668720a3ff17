import { SingleBar } from 'cli-progress'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseError, DatabaseUnavailable } from './database/database.ts'
import { ImportError, type Source } from './import/batch.ts'
import { readCommand, USAGE } from './import/readCommand.ts'
import { openFile } from './import/readFile.ts'
import { openService } from './import/readService.ts'
import { createReport, openReportFile } from './import/report.ts'
import { type Target, withTarget } from './import/withTarget.ts'
import { writeBatch } from './import/writeBatch.ts'

const BAR = '{bar} {percentage}% · {written} written · {eta_formatted} left'
const INTERRUPTED = 130
const RUN_AGAIN = 'What was written stays. Run the same command again to import the rest.'

// `npm run import`: writes files, or what another service holds, into the databases of the settings.
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

/** The exit code. */
async function main(args: string[]): Promise<number> {
  const command = readCommand(args)
  if (command.kind === 'help') {
    console.log(USAGE)
    return 0
  }
  const config = readConfig(process.env)
  const file = command.report === undefined ? undefined : openReportFile(command.report)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const sources =
    command.kind === 'files'
      ? await Promise.all(command.paths.map(openFile))
      : [openService(command.url, command.identifiers, stop.signal)]
  return withTarget(config, (target) => importAll(sources, { target, file, signal: stop.signal }))
}

type Context = { target: Target; file: number | undefined; signal: AbortSignal }

async function importAll(sources: Source[], context: Context): Promise<number> {
  let refused = 0
  for (const source of sources) {
    refused += await importSource(source, context)
    if (!context.signal.aborted) continue
    console.log(`Interrupted. ${RUN_AGAIN}`)
    return INTERRUPTED
  }
  return refused === 0 ? 0 : 1
}

/** Returns how much was refused. */
async function importSource(source: Source, { target, file, signal }: Context): Promise<number> {
  const report = createReport(source.label, file)
  const bar = new SingleBar({ format: BAR, noTTYOutput: true, notTTYSchedule: 5000 })
  console.log(`Importing ${source.label}.`)
  bar.start(source.size, 0, { written: 0 })
  try {
    for await (const batch of source.batches) {
      report.add(await writeBatch(target, batch))
      const { records, tokens, runes } = report.counts
      bar.update(batch.done, { written: (records + tokens + runes).toLocaleString('en') })
      if (signal.aborted) break
    }
  } catch (error) {
    if (error !== signal.reason) throw error
  } finally {
    bar.stop()
  }
  if (!signal.aborted) console.log(report.lines().join('\n'))
  return report.counts.refused
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof ImportError) return error.message
  if (!(error instanceof DatabaseUnavailable)) throw error
  return `The database cannot be reached, or has no space left. ${RUN_AGAIN}`
}
