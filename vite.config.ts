import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { API_PREFIXES, OPENAPI_PATH } from './src/contract/endpoints.ts'
import { testConfig } from './test/config.ts'

const service = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/app/offline',
      filename: 'serviceWorker.ts',
      injectManifest: {
        globPatterns: ['**/*.{js,css,svg,html,webmanifest}'],
        rollupFormat: 'iife',
      },
      // The explorer registers the service worker, as a TrustedScriptURL; public/ has the manifest.
      injectRegister: false,
      manifest: false,
    }),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries([...API_PREFIXES, OPENAPI_PATH].map((path) => [path, service])),
  },
  build: {
    target: 'baseline-widely-available',
    // The service names what a page needs in the page.
    modulePreload: false,
    // The first browsers with light-dark(), which would be written out twice for older ones.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Tells the service which files a page needs.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A page asks for a few files rather than thirty. What only pages of lists or of records need is apart.
          groups: [
            { name: 'vendor', test: /node_modules\/(react|scheduler|@tanstack)/ },
            // The pages that draw.
            {
              name: 'figures',
              test: /node_modules\/(d3-|internmap)|src\/app\/figures\/(?!Patterns|palette)/,
            },
            // Only searches and malformed addresses need checksums.
            { name: 'addresses', test: /bitcoin\/addresses|@noble|@scure/ },
            {
              name: 'shared',
              test: /\/src\/(?!app\/(movements|lists)\/)|valibot|lucide/,
              minShareCount: 3,
            },
            { name: 'lists', test: /\/src\/app\/(lists|movements)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: testConfig,
})
