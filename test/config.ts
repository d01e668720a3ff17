// The test projects. To run one file: npx vitest run --project http test/http/tokens.test.ts
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'

type Project = TestProjectInlineConfiguration['test']

// Global setup files. Each runs before those that may need it.
const DATABASE = 'test/support/fillDatabase.ts'
const BUILD = 'test/support/buildExplorer.ts'
const BROWSER = 'test/support/startBrowser.ts'
const POSTGRES = 'test/support/fillPostgres.ts'

const http: Project = {
  name: 'http',
  include: ['test/http/*.test.ts'],
  exclude: ['test/http/postgres*'],
  globalSetup: [DATABASE, BUILD],
  provide: { pages: 'client-rendered' },
}

const postgres: Project = {
  name: 'postgres',
  include: ['test/http/postgres*.test.ts'],
  globalSetup: [DATABASE, BUILD, POSTGRES],
  provide: { pages: 'client-rendered' },
}

const explorer: Project = {
  name: 'explorer',
  include: ['test/explorer/*.test.tsx'],
  environment: 'jsdom',
  globalSetup: DATABASE,
  setupFiles: 'test/support/explorerSetup.ts',
  provide: { pages: 'client-rendered' },
}

const browser: Project = {
  name: 'browser',
  include: ['test/browser/*.test.ts'],
  globalSetup: [DATABASE, BROWSER],
  provide: { pages: 'server-rendered', looks: 'one' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// `npm run test:slow`: killed processes, load tests and exhaustive passes. One file at a time, because some
// tests measure time.
const slow: Project = {
  name: 'slow',
  include: ['test/slow/*.test.ts'],
  globalSetup: [DATABASE, BROWSER, POSTGRES],
  provide: { pages: 'server-rendered', looks: 'every' },
  maxWorkers: 1,
  sequence: { groupOrder: 1 },
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

// Tests of pages, again with hydrated server-rendered pages.
const slowRendered: Project = {
  ...explorer,
  name: 'slow-rendered',
  include: [
    'test/explorer/{activity,recordLinks,records,search,titles,token,tokenDetails}.test.tsx',
  ],
  globalSetup: [DATABASE, BUILD],
  provide: { pages: 'server-rendered' },
  sequence: { groupOrder: 2 },
}

// Tests that depend on SQL, again with PostgreSQL.
const slowPostgres: Project = {
  ...postgres,
  name: 'slow-postgres',
  include: [
    'test/http/{activity,addresses,blockList,directory,etchings,holders,import,importAllTokens,namesakes,reorganisation,runeList,tokenList,tokens}.test.ts',
  ],
  sequence: { groupOrder: 3 },
}

export const testConfig: NonNullable<ViteUserConfig['test']> = {
  setupFiles: ['test/support/seedRandomness.ts'],
  // One more than the two cores that this is tuned for, because tests also wait.
  maxWorkers: 3,
  testTimeout: 60_000,
  // Test files of a project share loaded modules. Each file must restore the state that it changes.
  isolate: false,
  // Tests must not fail only because the machine is busy.
  expect: { poll: { timeout: 10_000 } },
  projects: [http, postgres, explorer, browser, slow, slowRendered, slowPostgres].map((test) => ({
    extends: true,
    test,
  })),
}
