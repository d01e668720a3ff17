import { RUN_AGAIN, runImport } from './import/runImport.ts'

// `npm run import`: imports files, or data from another service, into the configured databases.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The databases roll back the open transaction.
    console.log(`\nInterrupted. ${RUN_AGAIN}`)
    process.exit(130)
  })
}
process.exitCode = await runImport(process.argv.slice(2), process.env)
