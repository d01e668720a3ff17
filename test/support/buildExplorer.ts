import { execFileSync } from 'node:child_process'

/** Builds once what the browser tests start, before any of them starts it. */
export function setup(): void {
  const script = "import('./scripts/build.mjs').then(({ buildIfStale }) => buildIfStale())"
  execFileSync(process.execPath, ['-e', script], {
    // Vitest's own environment would yield a build for tests.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
}
