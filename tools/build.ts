// Builds what `npm start` runs into build/: the explorer for the browser and the service for Node.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { dependencies } from '../package.json'

export async function buildAll(): Promise<void> {
  // Overrides the caller's environment: tests set NODE_ENV, and a static build sets the address of a service.
  process.env.NODE_ENV = 'production'
  process.env.VITE_API_BASE_URL = ''
  process.env.VITE_IPFS_GATEWAY = ''
  process.env.VITE_IMAGE_HOSTS = ''
  await build({ logLevel: 'warn', build: { outDir: 'build/explorer', emptyOutDir: true } })
  compressAssets('build/explorer')
  await build(serviceBuild)
}

/** Writes a .br and a .gz beside each text file, at the highest level: made once, sent often. */
function compressAssets(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|html|json|webmanifest|txt)$/.test(name)) continue
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

export const serviceBuild = {
  logLevel: 'warn',
  publicDir: false,
  // Bundles every devDependency that is imported, so that an installed package works without them.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    rolldownOptions: {
      input: [
        'src/service/main.ts',
        // These run in workers.
        'src/service/previews/drawCard.ts',
        'src/service/node/nodeQueriesWorker.ts',
        'src/service/readers/readerWorker.ts',
        'src/indexer/followWorker.ts',
        'src/indexer/nodeWorker.ts',
        'src/indexer/writeWorker.ts',
        'src/tokenFollower/tokenFollowerWorker.ts',
        // A process of its own.
        'src/tokenFollower/imageProcess.ts',
      ],
    },
    outDir: 'build/service',
    emptyOutDir: true,
    target: 'node20',
  },
} satisfies InlineConfig
