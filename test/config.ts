// The test projects. To run one file: npx vitest run --project tokens test/tokens/token.test.ts
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
  provide: { pages: 'client-rendered', thoroughness: 'quick' },
}

const postgres: Project = {
  name: 'postgres',
  include: ['test/http/postgres*.test.ts'],
  globalSetup: [DATABASE, BUILD, POSTGRES],
  provide: { pages: 'client-rendered', thoroughness: 'quick' },
}

// The node client, the rules and the follower, without a service.
const indexer: Project = {
  name: 'indexer',
  include: ['test/indexer/*.test.ts'],
  provide: { pages: 'client-rendered', thoroughness: 'quick' },
}

// The tokens: their tables, the token service and imports, on both engines.
const tokens: Project = {
  name: 'tokens',
  include: ['test/tokens/*.test.ts'],
  globalSetup: 'test/support/tokens/fillTokens.ts',
  provide: { pages: 'client-rendered', thoroughness: 'quick' },
}

const explorer: Project = {
  name: 'explorer',
  include: ['test/explorer/*.test.tsx'],
  environment: 'jsdom',
  globalSetup: DATABASE,
  setupFiles: 'test/support/explorerSetup.ts',
  provide: { pages: 'client-rendered', thoroughness: 'quick' },
}

const browser: Project = {
  name: 'browser',
  include: ['test/browser/*.test.ts'],
  globalSetup: [DATABASE, BROWSER],
  provide: { pages: 'server-rendered', thoroughness: 'quick' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// `npm run test:slow`: killed processes, load tests, exhaustive passes and most tests in a browser. One file
// at a time, because some tests measure time.
const slow: Project = {
  name: 'slow',
  include: ['test/slow/*.test.ts'],
  globalSetup: [DATABASE, BROWSER, POSTGRES],
  provide: { pages: 'server-rendered', thoroughness: 'thorough' },
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
    'test/explorer/{activity,address,apiPage,blockList,compareLocales,home,recordLinks,records,rune,runeFacts,search,titles,token,tokenDetails,tokenList}.test.tsx',
  ],
  globalSetup: [DATABASE, BUILD],
  provide: { pages: 'server-rendered', thoroughness: 'quick' },
  sequence: { groupOrder: 2 },
}

// Exhaustive passes of tests that `npm test` runs in part.
const slowHttp: Project = {
  ...http,
  name: 'slow-http',
  include: ['test/http/{activity,holders,pages,search}.test.ts'],
  provide: { pages: 'client-rendered', thoroughness: 'thorough' },
  sequence: { groupOrder: 2 },
}

const slowExplorer: Project = {
  ...explorer,
  name: 'slow-explorer',
  include: ['test/explorer/ledger.test.tsx'],
  provide: { pages: 'client-rendered', thoroughness: 'thorough' },
  sequence: { groupOrder: 2 },
}

// Tests that depend on SQL, again with PostgreSQL.
const slowPostgres: Project = {
  ...postgres,
  name: 'slow-postgres',
  include: [
    'test/http/{activity,addresses,blockList,directory,etchings,holders,reorganisation,runeActivity,runeList,search,statements,statementsAboutRecords}.test.ts',
  ],
  provide: { pages: 'client-rendered', thoroughness: 'thorough' },
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
  projects: [
    http,
    postgres,
    indexer,
    tokens,
    explorer,
    browser,
    slow,
    slowRendered,
    slowHttp,
    slowExplorer,
    slowPostgres,
  ].map((test) => ({ extends: true, test })),
}
