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
})
