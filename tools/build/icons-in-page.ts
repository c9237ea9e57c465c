import type { Plugin } from 'vite'
import { iconsMarkup } from '#src/ui/icons.ts'

/** Inserts the icons into the shop's page, in builds and in development. */
export function iconsInPage(): Plugin {
  return {
    name: 'shop:icons-in-page',
    transformIndexHtml(html) {
      if (!html.includes('</body>')) throw new Error('index.html has no </body> for the icons')
      return html.replace('</body>', `${iconsMarkup()}</body>`)
    },
  }
}
