import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Makes the shop's pages ones that may be inspected: in development, and in a static build that asks for it. The gateway
 * does the same to pages that it serves, so other builds are left as they are.
 *
 * @param isAsked - whether a build is to be inspected, too
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
