import { buildIfStale } from './buildIfStale.mjs'

buildIfStale()
await import('../build/service/import.js')
