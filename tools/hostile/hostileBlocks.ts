// Indexes blocks that ask for the most, at full size, with the built program, and prints a table in Markdown.
// It takes hours. `--engine=postgres` uses PostgreSQL; `--only=text` selects blocks by their names;
// `--scale=0.1` makes them smaller; `--timeout=10` gives each ten minutes.
import { parseArgs } from 'node:util'
import { SHAPES } from '../../test/support/hostile/shapes.ts'
import { createDatabase } from '../bench/benchDatabase.ts'
import { type Measured, measureShape } from './measureShape.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '60' },
  },
})
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
const options = { scale: Number(values.scale), timeoutMinutes: Number(values.timeout) }

console.log(`| ${engine} | block | records | seconds | records/s | peak memory | reader's p99 | |`)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const { name } of SHAPES.filter((shape) => shape.name.includes(values.only))) {
  await run(name)
}

async function run(name: string): Promise<void> {
  const database = await createDatabase(engine)
  try {
    const measured = await measureShape(name, database, options)
    console.log(rowOf(name, measured))
    for (const difference of measured.differences) console.error(`${name}: ${difference}`)
    if (measured.differences.length > 0) process.exitCode = 1
  } catch (error) {
    console.log(`| ${name} | | | | | | | ${error instanceof Error ? error.message : error} |`)
    process.exitCode = 1
  } finally {
    await database.stop()
  }
}

function rowOf(name: string, measured: Measured): string {
  const { bytes, records, seconds, peakMegabytes, readerMs, differences } = measured
  const cells = [
    name,
    `${Math.round(bytes / 1000).toLocaleString('en')} kB`,
    records.toLocaleString('en'),
    seconds.toFixed(1),
    Math.round(records / seconds).toLocaleString('en'),
    `${peakMegabytes.toLocaleString('en')} MB`,
    Number.isFinite(readerMs) ? `${Math.round(readerMs)} ms` : 'failed',
    differences.length === 0 ? 'right' : 'WRONG',
  ]
  return `| ${cells.join(' | ')} |`
}
