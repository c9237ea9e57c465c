import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Allows inspection of the shop's pages: in development, and in a static build if requested. The gateway does the same for
 * pages that it serves, so other builds are not changed.
 *
 * @param isAsked - whether a build also allows inspection
 */
export function inspectedPage(isAsked: boolean): Plugin {
  let isServing = false
  return {
    name: 'shop:inspected-page',
    configResolved({ command }) {
      isServing = command === 'serve'
    },
    transformIndexHtml(_html, { path }): HtmlTagDescriptor[] {
      if (!(isServing || isAsked) || path.includes('/inspector/')) return []
      const src = isServing ? '/tools/inspector/tab.ts' : '/inspector/tab.js'
      return [
        { tag: 'script', children: 'window.inspection=[]', injectTo: 'head-prepend' },
        { tag: 'script', attrs: { type: 'module', src }, injectTo: 'head' },
      ]
    },
  }
}
