import { resolve } from 'node:path'
import { build, type HtmlTagDescriptor, type Plugin } from 'vite'

/**
 * Allows inspection of the shop's pages: in development, and in a static build if requested, which then contains the inspector at
 * `/inspector/`. The gateway does the same for pages that it serves, so other builds are not changed.
 *
 * @param isBuilt - whether a build contains the inspector
 */
export function inspector(isBuilt: boolean): Plugin {
  let isServing = false
  let built: { configFile: string; outDir: string } | null = null
  return {
    name: 'shop:inspector',
    configResolved({ command, root, build: { outDir, ssr } }) {
      isServing = command === 'serve'
      if (isBuilt && !isServing && !ssr)
        built = { configFile: resolve(root, 'vite.inspector.config.ts'), outDir: resolve(root, outDir, 'inspector') }
    },
    transformIndexHtml(_html, { path }): HtmlTagDescriptor[] {
      if (!(isServing || isBuilt) || path.includes('/inspector/')) return []
      const src = isServing ? '/tools/inspector/tab.ts' : '/inspector/tab.js'
      return [
        { tag: 'script', children: 'window.inspection=[]', injectTo: 'head-prepend' },
        { tag: 'script', attrs: { type: 'module', src }, injectTo: 'head' },
      ]
    },
    async closeBundle() {
      if (built) await build({ configFile: built.configFile, build: { outDir: built.outDir }, logLevel: 'error' })
    },
  }
}
