import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import viteConfig from './vite.config.ts'

type Project = TestProjectInlineConfiguration['test']

// A project's own run before those of the whole run, and a later one may need an earlier one.
const DATABASE = 'test/support/fillDatabase.ts'
const BUILD = 'test/support/buildExplorer.ts'
const BROWSER = 'test/support/startBrowser.ts'
const POSTGRES = 'test/support/fillPostgres.ts'

const service: Project = {
  name: 'service',
  include: ['test/service/*.test.ts'],
  globalSetup: [DATABASE, BUILD],
  provide: { pages: 'made here' },
}

// Only what depends on SQL.
const postgres: Project = {
  name: 'postgres',
  include: [
    'test/postgres/*.test.ts',
    'test/service/{activity,directory,import,namesakes,reorganisation,search,tokens}.test.ts',
  ],
  globalSetup: [DATABASE, BUILD, POSTGRES],
  provide: { pages: 'made here' },
}

const explorer: Project = {
  name: 'explorer',
  include: ['test/explorer/*.test.tsx'],
  environment: 'jsdom',
  globalSetup: DATABASE,
  setupFiles: 'test/support/explorerSetup.ts',
  provide: { pages: 'made here' },
}

// Each kind of page, taken over as the service renders it.
const rendered: Project = {
  ...explorer,
  name: 'rendered',
  include: ['test/explorer/{activity,titles}.test.tsx'],
  globalSetup: [DATABASE, BUILD],
  provide: { pages: 'rendered' },
}

const browser: Project = {
  name: 'browser',
  include: ['test/browser/*.test.ts'],
  globalSetup: [DATABASE, BROWSER],
  provide: { pages: 'rendered', looks: 'one' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// `npm run test:slow`: kills, load and passes over everything. One file at a time, because some measure.
const slow: Project = {
  name: 'slow',
  include: ['test/slow/*.test.ts', 'test/browser/accessibility.test.ts'],
  globalSetup: [DATABASE, BROWSER, POSTGRES],
  provide: { pages: 'rendered', looks: 'every' },
  maxWorkers: 1,
  sequence: { groupOrder: 1 },
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

const slowRendered: Project = {
  ...rendered,
  name: 'slow-rendered',
  include: ['test/explorer/{recordLinks,records,search,token,tokenDetails}.test.tsx'],
  sequence: { groupOrder: 2 },
}

export default defineConfig({
  ...viteConfig,
  test: {
    setupFiles: ['test/support/seedRandomness.ts'],
    // One more than the cores that it is made for: tests also wait.
    maxWorkers: 3,
    testTimeout: 60_000,
    // Files of one kind share what they load: each leaves behind what it found.
    isolate: false,
    // A busy machine is no failure.
    expect: { poll: { timeout: 10_000 } },
    projects: [service, postgres, explorer, rendered, browser, slow, slowRendered].map((test) => ({
      extends: true,
      test,
    })),
  },
})
