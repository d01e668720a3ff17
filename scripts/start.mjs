import { buildIfStale } from './buildIfStale.mjs'

// Arguments are answered before anything is built; without any there is nothing to read.
if (process.argv.length > 2) await answerArguments(process.argv.slice(2))

buildIfStale()
await import('../build/service/main.js')

async function answerArguments(words) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport('./src/service/commandLine.ts', { configFile: false })
  const asked = module.readCommandLine(words)
  if (asked.kind === 'refused') console.error(asked.sentence)
  else console.log(asked.text)
  process.exit(asked.kind === 'refused' ? 1 : 0)
}
