import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vite'

/** The folder of the built shop, whose files the service worker keeps. */
const dist = resolve(process.env.DIST_DIR || 'dist')

/** The service worker: one file beside the document, because its path decides which pages it serves. Built after the shop. */
export default defineConfig(() => {
  // tools read this file without a build
  const built = existsSync(join(dist, 'assets')) ? readdirSync(join(dist, 'assets')) : []
  const names = built.filter(name => /\.(?:js|css|svg|woff2)$/.test(name)).toSorted()
  const shopFiles = names.map(name => `/assets/${name}`)
  const buildName = createHash('sha256').update(shopFiles.join()).digest('hex').slice(0, 8)
  return {
    publicDir: false as const,
    define: {
      shopFiles: JSON.stringify(shopFiles),
      buildName: JSON.stringify(buildName),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      target: 'es2022',
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/service-worker/service-worker.ts',
        output: { entryFileNames: 'sw.js', format: 'iife' as const },
      },
    },
  }
})
