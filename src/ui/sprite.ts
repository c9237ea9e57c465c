import { icons } from './icons.ts'

/**
 * All signs as markup for the start of a document's body. It shows nothing itself; `Icon` draws its parts by their ids.
 * For the build and for what writes documents: code that runs in the browser takes nothing from here.
 */
export function spriteMarkup(): string {
  const signs = Object.entries(icons).map(([name, path]) => `<path id="icon-${name}" d="${path}"/>`)
  return `<div hidden><svg><defs>${signs.join('')}</defs></svg></div>`
}
