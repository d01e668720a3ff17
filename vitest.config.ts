import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import viteConfig from './vite.config.ts'

type Project = TestProjectInlineConfiguration['test']

const service: Project = {
  name: 'service',
  include: ['test/service/*.test.ts'],
  globalSetup: 'test/support/buildExplorer.ts',
  provide: { pages: 'made here' },
}

const postgres: Project = {
  name: 'postgres',
  include: ['test/{service,postgres}/*.test.ts'],
  // What stands before any database, and what is SQLite's own.
  exclude: [
    'test/service/{client,clientPackage,connections,limits,previews,settings,standing,theme}.test.ts',
    'test/service/{sqlite,importSqlite}.test.ts',
  ],
  globalSetup: ['test/support/buildExplorer.ts', 'test/support/fillPostgres.ts'],
  provide: { pages: 'made here' },
}

const explorer: Project = {
  name: 'explorer',
  include: ['test/explorer/*.test.tsx'],
  environment: 'jsdom',
  setupFiles: 'test/support/explorerSetup.ts',
  provide: { pages: 'made here' },
}

const rendered: Project = {
  name: 'rendered',
  include: ['test/explorer/*.test.tsx'],
  // Other services have no pages of ours, and whole lists are read in the browser alone.
  exclude: [
    'test/explorer/{failures,services}.test.tsx',
    'test/explorer/{check,filtering,finding,ledger,picture,reading,sums,take}.test.tsx',
  ],
  environment: 'jsdom',
  setupFiles: 'test/support/explorerSetup.ts',
  globalSetup: 'test/support/buildExplorer.ts',
  provide: { pages: 'rendered' },
}

const browser: Project = {
  name: 'browser',
  include: ['test/browser/*.test.ts'],
  globalSetup: 'test/support/startBrowser.ts',
  provide: { pages: 'rendered' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// Kills, load and exhaustive passes: `npm run test:slow`. One file at a time, because some measure.
const slow: Project = {
  name: 'slow',
  include: ['test/slow/*.test.ts'],
  globalSetup: ['test/support/startBrowser.ts', 'test/support/fillPostgres.ts'],
  provide: { pages: 'made here' },
  fileParallelism: false,
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  ...viteConfig,
  test: {
    globalSetup: 'test/support/fillDatabase.ts',
    // More would only take turns on two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    // Files of one kind share what they load: each leaves behind what it found.
    isolate: false,
    // A busy machine is no failure.
    expect: { poll: { timeout: 10_000 } },
    projects: [service, postgres, explorer, rendered, browser, slow].map((test) => ({
      extends: true,
      test,
    })),
  },
})
