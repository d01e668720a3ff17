// The test projects. To run one file: npx vitest run --project tokens test/tokens/token.test.ts
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'

type Project = TestProjectInlineConfiguration['test']

// Global setup files. Each runs before those that may need it, once for all projects.
const DATABASES = 'test/support/fillDatabases.ts'
const POSTGRES = 'test/support/fillPostgres.ts'
const BUILD = 'test/support/buildExplorer.ts'
const BROWSER = 'test/support/startBrowser.ts'
const WATCH = 'test/support/watchServing.ts'

// The source code itself.
const code: Project = {
  name: 'code',
  include: ['test/code/*.test.ts'],
}

// The service over HTTP.
const http: Project = {
  name: 'http',
  include: ['test/http/*.test.ts'],
  // The rules are tested without a service too.
  exclude: ['test/http/ordCases.test.ts'],
  globalSetup: [DATABASES, BUILD],
}

// The node client, the rules and the follower, without a service.
const indexer: Project = {
  name: 'indexer',
  include: ['test/indexer/*.test.ts'],
  exclude: ['test/indexer/postgres.test.ts'],
}

// The tokens: their tables, the follower of a Stacks node and imports.
const tokens: Project = {
  name: 'tokens',
  include: ['test/tokens/*.test.ts'],
  globalSetup: DATABASES,
}

const explorer: Project = {
  name: 'explorer',
  include: ['test/explorer/*.test.tsx'],
  environment: 'jsdom',
  globalSetup: DATABASES,
  setupFiles: 'test/support/explorerSetup.ts',
  // From Node 25 on, Node's own localStorage, which wants a file, would take the place of jsdom's.
  execArgv: process.allowedNodeEnvironmentFlags.has('--webstorage') ? ['--no-webstorage'] : [],
}

const browser: Project = {
  name: 'browser',
  include: ['test/browser/*.test.ts'],
  globalSetup: [DATABASES, BROWSER],
  provide: { pages: 'server-rendered' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// `npm run test:slow`: killed processes, load tests, exhaustive passes and most tests in a browser. One file
// at a time, because some tests measure time.
const slow: Project = {
  name: 'slow',
  include: ['test/slow/*.test.ts'],
  globalSetup: [WATCH, DATABASES, POSTGRES, BROWSER],
  provide: { pages: 'server-rendered', thoroughness: 'thorough' },
  maxWorkers: 1,
  sequence: { groupOrder: 1 },
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

// `npm run test:hostile`: all blocks that ask for the most.
const hostile: Project = {
  name: 'hostile',
  include: ['test/hostile/*.test.ts'],
  maxWorkers: 1,
}

// `npm run test:node`: the built service beside a real Bitcoin node.
const node: Project = {
  name: 'node',
  include: ['test/node/*.test.ts'],
  globalSetup: BUILD,
  maxWorkers: 1,
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

// The follower over the whole demo chain.
const slowIndexer: Project = {
  ...indexer,
  name: 'slow-indexer',
  include: ['test/indexer/{firstPass,follow,postgres}.test.ts'],
  exclude: [],
  provide: { thoroughness: 'thorough' },
  sequence: { groupOrder: 2 },
}

// Long runs of tests that `npm test` runs shortly or not at all.
const slowHttp: Project = {
  ...http,
  name: 'slow-http',
  include: ['test/http/{dataAnswers,neverOlder,ordCases,randomChains}.test.ts'],
  exclude: [],
  provide: { thoroughness: 'thorough' },
  sequence: { groupOrder: 2 },
  testTimeout: 1_800_000,
}

// The tests that depend on SQL, again with PostgreSQL.
const slowHttpPostgres: Project = {
  ...http,
  name: 'slow-http-postgres',
  include: [
    'test/http/{dataAnswers,demoRefusals,exports,largeTransactions,names,parameters,payers,randomChains,readerThreads,refusals,runeLookAlikes,search}.test.ts',
  ],
  globalSetup: [DATABASES, POSTGRES, BUILD],
  provide: { engine: 'postgres', thoroughness: 'thorough' },
  sequence: { groupOrder: 3 },
  testTimeout: 1_800_000,
}

const slowTokensPostgres: Project = {
  ...tokens,
  name: 'slow-tokens-postgres',
  // These read no database.
  exclude: ['test/tokens/{clarity,hostLimits,stacks*,untrusted*}.test.ts'],
  globalSetup: [DATABASES, POSTGRES],
  provide: { engine: 'postgres' },
  sequence: { groupOrder: 2 },
}

export const testConfig: NonNullable<ViteUserConfig['test']> = {
  setupFiles: ['test/support/seedRandomness.ts'],
  // One more than the two cores that this is tuned for, because tests also wait.
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  provide: { engine: 'sqlite', pages: 'client-rendered', thoroughness: 'quick' },
  // Test files of a project share loaded modules. Each file must restore the state that it changes.
  isolate: false,
  // Tests must not fail only because the machine is busy.
  expect: { poll: { timeout: 10_000 } },
  projects: [
    code,
    http,
    indexer,
    tokens,
    explorer,
    browser,
    slow,
    hostile,
    node,
    slowIndexer,
    slowHttp,
    slowHttpPostgres,
    slowTokensPostgres,
  ].map((test) => ({ extends: true, test })),
}
