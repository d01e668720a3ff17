import { RUN_AGAIN, runImport } from './import/runImport.ts'

// `npm run import`: writes files, or what another service holds, into the databases of the settings.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The databases roll back the transaction that has not ended.
    console.log(`\nInterrupted. ${RUN_AGAIN}`)
    process.exit(130)
  })
}
process.exitCode = await runImport(process.argv.slice(2), process.env)
