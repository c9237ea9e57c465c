import { relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Keeps `import.meta.url` that of the source file: migrations, drawings and the sandbox's files are read from beside the
 * sources and are not copied.
 */
function sourceUrls(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'source-urls',
    configResolved(config) {
      root = config.root
      outDir = resolve(root, config.build.outDir)
    },
    transform(code, id) {
      if (!code.includes('import.meta.url') || !id.startsWith(resolve(root, 'gateway'))) return null
      const source = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', source), map: null }
    },
  }
}

/** Compiles the gateway's commands for Node, without the packages that they import. */
export default defineConfig({
  plugins: [sourceUrls()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist-gateway',
    copyPublicDir: false,
    rolldownOptions: {
      input: ['start', 'backup', 'restore', 'orders', 'order-status', 'revoke-link', 'weigh', 'multi-buy', 'staff'].map(
        name => `gateway/cli/${name}.ts`,
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
