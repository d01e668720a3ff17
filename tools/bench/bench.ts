// `npm run bench` measures the built service over HTTP on loopback. Rates depend on the machine; ratios
// compare rounds that alternate. `-- --json` prints JSON, `-- --rounds=1` is quick (5 by default),
// `-- --only-runes` measures only runes and addresses with long histories.
import { parseArgs } from 'node:util'
import { startPostgres } from '../startPostgres.ts'
import { reportRunes } from './runes.ts'
import { reportService } from './service.ts'
import { figures } from './statistics.ts'

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    'only-runes': { type: 'boolean' },
  },
})

const postgres = await startPostgres()
if (!options['only-runes']) await reportService(postgres, Number(options.rounds))
await reportRunes(postgres)
await postgres.stop()
if (options.json) console.log(JSON.stringify(figures, null, 2))
