import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const SOURCE = 'src/app/offline/serviceWorker.ts'

/**
 * Builds the service worker beside the explorer, as one file `sw.js` that knows the explorer's other
 * files: their names, and their revisions where the names do not tell.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    writeBundle: async ({ dir: folder = 'dist' }) => {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { EXPLORER_FILES: JSON.stringify(listFiles(folder)) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'baseline-widely-available',
          rolldownOptions: {
            input: SOURCE,
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

function listFiles(folder: string): { url: string; revision: string | null }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^[^.].*\.(js|css|svg|html|webmanifest)$/.test(file))
    .sort()
    .map((file) => ({ url: `/${file}`, revision: revisionOf(folder, file) }))
}

function revisionOf(folder: string, file: string): string | null {
  if (file.startsWith('assets/')) return null
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
    .slice(0, 16)
}
