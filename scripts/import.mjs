import { buildIfStale } from './build.mjs'

await buildIfStale()
await import('../build/service/import.js')
