import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Puts the inspector beside a static build of the shop, at `/inspector/`. */
export function withInspector(): Plugin {
  let folder = ''
  return {
    name: 'shop:with-inspector',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved({ root, build: { outDir } }) {
      folder = join(root, outDir, 'inspector')
    },
    async closeBundle() {
      await build({ configFile: 'vite.inspector.config.ts', build: { outDir: folder }, logLevel: 'error' })
    },
  }
}
