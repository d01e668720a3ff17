import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const service = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    port: 5173,
    proxy: { '/metadata': service, '/runes': service, '/explorer/v1': service },
  },
  // The polyfill for browsers that our target leaves out would be an inline script.
  build: { target: 'baseline-widely-available', modulePreload: { polyfill: false } },
  test: {
    globalSetup: 'test/support/fillDatabase.ts',
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'service', include: ['test/service/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'explorer',
          include: ['test/explorer/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: 'test/support/explorerSetup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: 'test/support/buildExplorer.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
