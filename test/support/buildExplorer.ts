import { buildIfStale } from '../../scripts/buildIfStale.mjs'

/** Builds once what the browser tests start, before any of them starts it. */
export function setup(): void {
  buildIfStale()
}
