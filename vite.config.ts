import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './scripts/serviceWorker.ts'

const service = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// Few chunks compress better than many small ones and are asked for faster: `explorer` is what every
// page needs, `token` what the first paint of a token needs besides, `activity` the same for a list, `pieces` what is shown later, and
// `lossless` the parser of large numbers, for answers that hold any. A page's own code keeps a chunk of
// its own.
const CHUNKS = [
  {
    name: 'explorer',
    includeDependenciesRecursively: false,
    test: /node_modules\/(?!lossless|comlink|idb|d3-)|src\/(contract\/(?!client|endpoint|retryAfter)|app\/(finding\/(SearchBox|Favourite|kept|useVisit)|ui\/(?!Capped|External|Facts|Json|Raw|Script|format|safe|lang)|shell\/(?!NotFound|Footer\w|Help)|(?!CurlLine|Failure|RawAnswer|Retry|start|theme|trustScript|recognise|views)[^/]+$))/,
    priority: 2,
  },
  {
    name: 'token',
    includeDependenciesRecursively: false,
    test: /src\/app\/(ui\/(safe|lang)|device\/imageHosts|token\/(Section|LocalePicker|translation|scale))/,
    priority: 1,
  },
  {
    name: 'activity',
    includeDependenciesRecursively: false,
    test: /src\/(app\/(views|activity\/(ActivityList|ActivityTable|Block|Neighbours|Operation|Pager|pageSummary|RuneName|TransactionP|Verify|Views)))/,
    priority: 1,
  },
  { name: 'pieces', test: /src\/app\/(ui\/|CurlLine)/ },
  { name: 'lossless', test: /lossless-json/, priority: 1 },
]

// The router's unused parts stay in a bundle only because their names for developer tools and contexts
// are set by statements, and their calls are not marked as free of effects: 5 kB that every reader would
// pay. And its package names only the build for developers, which carries their warnings.
const ROUTER = 'node_modules/react-router/dist/production/index.mjs'
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config: () => ({
    resolve: { alias: [{ find: /^react-router$/, replacement: resolve(ROUTER) }] },
  }),
  transform: {
    filter: { id: /react-router\/dist/ },
    handler: (code) =>
      code
        .replace(/^\w+\.(displayName|contextType) = .*;$/gm, '')
        .replace(
          /= (React\d*\.(?:forwardRef|createContext|memo)\(|new \w+\(|Object\.getOwn)/g,
          '= /* @__PURE__ */ $1',
        ),
  },
}

// Nothing here is written to a service nor read without an end, which the query library cannot know.
const leanQueries: Plugin = {
  name: 'lean-queries',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: {
    filter: { id: /query-core\/.*\/(mutationCache|query)\.js/ },
    handler: (code) =>
      code.replace(
        /^import \{ (Mutation|infiniteQueryBehavior) \} from .*$/m,
        'const $1 = undefined',
      ),
  },
}

// Vite wraps each import on demand in a helper that fetches side by side what it needs. The service
// names those files in its pages already: what is left of the helper is the import.
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), leanRouter, leanQueries, plainImports, serviceWorker()],
  server: {
    port: 5173,
    proxy: {
      '/metadata': service,
      '/runes': service,
      '/explorer/v1': service,
      '/openapi.json': service,
    },
  },
  build: {
    target: 'baseline-widely-available',
    // The service names what a page needs in the page.
    modulePreload: false,
    // The first browsers with light-dark(), which would be written out twice for older ones.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Tells the service which files a page needs.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
})
