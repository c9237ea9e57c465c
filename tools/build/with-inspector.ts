import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

/** Adds the inspector to a static build of the shop, at `/inspector/`. */
export function withInspector(): Plugin {
  let configFile = ''
  let outDir = ''
  return {
    name: 'shop:with-inspector',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      configFile = resolve(config.root, 'vite.inspector.config.ts')
      outDir = resolve(config.root, config.build.outDir, 'inspector')
    },
    async closeBundle() {
      await build({ configFile, build: { outDir }, logLevel: 'error' })
    },
  }
}
