// Builds what `npm start` runs into build/: the explorer for the browser and the service for Node.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { STAMP } from './buildIfStale.mjs'

/** Builds the explorer and the service, and notes that it is done. */
export async function buildAll() {
  // The explorer that our service serves follows it, whatever a static build was pointed at.
  process.env.VITE_API_BASE_URL = ''
  process.env.VITE_IPFS_GATEWAY = ''
  await build({ logLevel: 'warn', build: { outDir: 'build/explorer', emptyOutDir: true } })
  compressAssets('build/explorer')
  await build(serviceBuild)
  writeFileSync(STAMP, '')
}

/** Beside each text of the explorer its compressed forms, as small as they get: made once, sent often. */
function compressAssets(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|html|json|webmanifest|txt)$/.test(name)) continue
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** @type {import('vite').InlineConfig} */
export const serviceBuild = {
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    rolldownOptions: {
      input: [
        'src/service/main.ts',
        'src/service/prepareDatabases.ts',
        'src/service/import.ts',
        // Runs in a worker.
        'src/service/previews/drawCard.ts',
      ],
    },
    outDir: 'build/service',
    emptyOutDir: true,
    target: 'node20',
  },
}
