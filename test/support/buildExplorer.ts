import { execFileSync } from 'node:child_process'

/** Vitest runs this before the tests. */
export function setup(): void {
  buildExplorer()
}

/** Builds as `npm start` does, in another process because the build sets NODE_ENV. */
export function buildExplorer(): void {
  const build = ['--import', 'tsx', 'tools/buildIfStale.ts']
  execFileSync(process.execPath, build, { stdio: 'inherit' })
}
