import { ConfigError, readConfig } from './config.ts'
import { DatabaseError, DatabaseUnavailable } from './database/database.ts'
import { type Command, readCommand, USAGE } from './import/command.ts'
import { openFileSource } from './import/fileSource.ts'
import { ImportError } from './import/importError.ts'
import { finishImport, importId } from './import/importLog.ts'
import { openProgressBar } from './import/progressBar.ts'
import { openRefusalFile, type RefusalFile, reportOf } from './import/report.ts'
import { runImport, type Source, type Watch } from './import/runImport.ts'
import { openServiceSource } from './import/serviceSource.ts'
import { type Target, withTarget } from './import/target.ts'

const INTERRUPTED = 130

const HOW = {
  anew: '',
  'where it was': ', from where it was interrupted',
  'anew, for the file changed': ' from its beginning: it has changed since it was interrupted',
} as const

const GO_ON = 'What was written stays, and the same command goes on from there.'

// `npm run import`: writes files, or what another service holds, into the databases of the settings.
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

/** The exit code. */
async function main(args: string[]): Promise<number> {
  const command = await readCommand(args)
  if (command.kind === 'help') {
    console.log(USAGE)
    return 0
  }
  const config = readConfig(process.env)
  const refusals = command.report === undefined ? undefined : openRefusalFile(command.report)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const sources = await openSources(command, stop.signal)
  try {
    return await withTarget(config, (target) =>
      importAll(sources, { target, refusals, signal: stop.signal }),
    )
  } finally {
    refusals?.close()
  }
}

async function openSources(
  command: Exclude<Command, { kind: 'help' }>,
  signal: AbortSignal,
): Promise<Source[]> {
  if (command.kind === 'files') return Promise.all(command.paths.map(openFileSource))
  return [openServiceSource(command.url, command.identifiers, signal)]
}

type Parts = { target: Target; refusals: RefusalFile | undefined; signal: AbortSignal }

async function importAll(sources: Source[], parts: Parts): Promise<number> {
  let code = 0
  for (const source of sources) {
    const refused = await importOne(source, parts)
    if (refused === undefined) return INTERRUPTED
    if (refused > 0) code = 1
  }
  return code
}

/** How much was refused; undefined where it was interrupted. */
async function importOne(
  source: Source,
  { target, refusals, signal }: Parts,
): Promise<number | undefined> {
  const progress = await runImport(target, source, watchOn(source, signal))
  if (progress === undefined) {
    console.log(`Interrupted. ${GO_ON}`)
    return
  }
  const { name, label } = source
  await target.onRunes(async (query) => {
    const lines = await reportOf(query, { name, label, counts: progress.counts }, refusals)
    console.log(lines.join('\n'))
    await finishImport(query, importId(name))
  })
  return progress.counts.refused
}

function watchOn(source: Source, signal: AbortSignal): Watch {
  const bar = openProgressBar(source)
  return {
    signal,
    begins: (progress, how) => {
      console.log(`Importing ${source.label}${HOW[how]}.`)
      bar.start(progress)
    },
    goesOn: bar.update,
    ends: bar.stop,
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof ImportError) return error.message
  if (!(error instanceof DatabaseUnavailable)) throw error
  return `The database cannot be reached, or takes no more. ${GO_ON}`
}
