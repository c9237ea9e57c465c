import type { Plugin } from 'vite'
import { spriteMarkup } from '#src/ui/icons.ts'

/** Inserts the icon sprite into the shop's page, in builds and in development. */
export function spriteInPage(): Plugin {
  return {
    name: 'shop:sprite-in-page',
    transformIndexHtml(html) {
      if (!html.includes('<body>')) throw new Error('index.html has no <body> for the icon sprite')
      return html.replace('<body>', `<body>\n    ${spriteMarkup()}`)
    },
  }
}
