import { appendFileSync, writeFileSync } from 'node:fs'
import { SingleBar } from 'cli-progress'
import { ConfigError, readConfig } from '../config.ts'
import { DatabaseError, DatabaseUnavailable } from '../database/database.ts'
import { ImportError, type Source } from './batch.ts'
import { readArguments, USAGE } from './importArguments.ts'
import { createImportSummary } from './importSummary.ts'
import { type Output, planImport } from './planImport.ts'
import { type LockedDatabases, withLockedDatabases } from './withLockedDatabases.ts'

export const RUN_AGAIN =
  'Everything written so far is saved. Run the same command again to import the rest.'

/** Runs the command `import` with these arguments and settings. Returns the exit code. */
export async function runImport(
  args: string[],
  environment: NodeJS.ProcessEnv,
  output: Output = console,
): Promise<number> {
  try {
    const { values, positionals } = readArguments(args)
    if (values.help) {
      output.log(USAGE)
      return 0
    }
    const config = readConfig(environment)
    const plan = planImport(positionals, values, { config, output })
    if (values.report !== undefined) writeFileSync(values.report, '')
    const refused = await withLockedDatabases(config, plan, async (databases) => {
      let refused = 0
      for (const source of await plan.openSources(databases)) {
        refused += await importSource(source, { databases, output, report: values.report })
      }
      return refused
    })
    return refused === 0 ? 0 : 1
  } catch (error) {
    output.error(explain(error))
    return 1
  }
}

type Context = { databases: LockedDatabases; output: Output; report: string | undefined }

/** Returns the number of refused lines or identifiers. */
async function importSource(
  source: Source,
  { databases, output, report }: Context,
): Promise<number> {
  const { label, size, batches } = source
  const summary = createImportSummary(source)
  output.log(`Importing ${label}.`)
  const bar = new SingleBar({
    format: '{bar} {percentage}% · {written} written · {eta_formatted} left',
  })
  bar.start(size, 0, { written: 0 })
  try {
    for await (const batch of batches) {
      const written = await databases.write(batch)
      const refused = written.refused.map(({ place, reason }) => `${place}: ${reason}`)
      if (report !== undefined) {
        appendFileSync(report, refused.map((line) => `${label}: ${line}\n`).join(''))
      }
      summary.add(written, refused)
      bar.update(batch.done, { written: summary.written() })
    }
  } finally {
    bar.stop()
    output.log(summary.describe())
  }
  return summary.refused()
}

/** Explains an error that the user can fix. @throws any other error. */
function explain(error: unknown): string {
  if (error instanceof DatabaseUnavailable) {
    return `The database cannot be reached or is out of space. ${RUN_AGAIN}`
  }
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof ImportError) return error.message
  // A file that cannot be opened, or an unknown option.
  if (error instanceof Error && 'code' in error && NODE_ERRORS.test(`${error.code}`)) {
    return error.message
  }
  throw error
}

const NODE_ERRORS = /^(E[A-Z]+|ERR_PARSE_ARGS_.+)$/
