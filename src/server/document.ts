import { createHash } from 'node:crypto'
import { showPlace } from '../delivery-place/show-place.ts'
import { recordEarlyInput, loadShop } from './early-input.ts'
import { renewPage } from '../release/renew-page.ts'
import { watchSilentInput } from '../form/silent-input.ts'
import { markLogin } from './mark-login.ts'
import { speculationId, speculationRules } from './speculation.ts'
import type { Styles } from './split-styles.ts'

/** The parts of a document. */
export interface Parts {
  /** The document as built by Vite; its head and body are the same for every page. */
  shell: string
  /** HTML for the head: title, metadata, preloads. */
  head: string
  /** HTML of the shop. */
  body: string
  /** The state that the browser continues with; JSON. */
  served: unknown
  /** The opening hours, as `hoursAttribute` writes them; null if they are not known. */
  hours?: string | null
  /** Text of the style sheets. */
  styles: Styles
  /** Paths of the same style sheets: Vite does not load a sheet again that the document names, even a disabled one. */
  sheets: readonly string[]
  /** Paths of the page's scripts, in the order in which they run. */
  modules: readonly string[]
  /** The body is only the page's frame: the scripts are loaded at once. */
  isFrame: boolean
  /**
   * The path contains a secret. The style sheets are linked, not inline: Chromium sends the document's path as the referrer with
   * fonts of an inline sheet, whatever the referrer policy.
   */
  hasSecret: boolean
  /** Shown without JavaScript, above the page. */
  hint?: string
}

/** JSON for a script element, escaped so that nothing in it ends the element or a line. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const asScript = (act: () => void) => `(${act.toString()})()`
/** The inline scripts of a page, as text. */
export const scripts = {
  early: asScript(recordEarlyInput),
  loading: `window.renewPage=${renewPage.toString()};${asScript(loadShop)}`,
  login: asScript(markLogin),
  place: asScript(showPlace),
  silentInput: asScript(watchSilentInput),
  speculation: speculationRules,
} as const

/** The inline scripts of every page, as a content security policy names them (CSP 3, 2.3.1). */
export const scriptHashes: readonly string[] = Object.values(scripts).map(
  text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
)

/** Without JavaScript: a hint above the page, and buttons that need scripts look disabled. The search works. All panels of tabs are open: the
 * first tab is the title of the first one. */
const withoutScript = {
  style: [
    '[data-no-script]{padding-block:12px;background:var(--gold-soft);font-weight:600}',
    '[data-skeleton]{display:none!important}',
    '[data-needs-script]{padding-block:32px}',
    'button:not([role=search] button,[popovertarget],[role=tab],#filters *),main :is(input:not([role=switch],#filters *),select:not([form]),[role=switch]+i){opacity:.4;filter:grayscale(1);pointer-events:none}',
    'ul:has(+noscript){display:none}',
    '.panel [data-needs-script]{padding:0;background:none;box-shadow:none}',
    '#filters [data-submit]{display:block}',
    'header b:empty{visibility:hidden}',
    '[role=tab]+[role=tab]{display:none}[role=tabpanel]{display:block!important;margin-block-end:24px}',
  ].join(''),
  hint: 'You can look around without JavaScript. To fill a cart and to order, please turn it on.',
}

/** The start of `LaterStyles` in the rendered shop. */
const stylesPart = '<div id="styles" class="as-served">'

/** The whole document. The first paint needs nothing but this and its pictures. */
export function documentOf(parts: Parts): string {
  const { shell, head, body, served, styles, sheets, modules, isFrame, hasSecret } = parts
  const links = sheets.map(sheet => `<link rel="stylesheet" href="${sheet}"${hasSecret ? '' : ' disabled'}>`).join('')
  const inline = (css: string) => (hasSecret ? '' : `<style>${css}</style>`)
  const data = `<script type="application/json" id="served">${inScript(served)}</script>`
  const list = `<script type="application/json" id="modules"${isFrame ? ' data-now' : ''}>${inScript(modules)}</script>`
  const hasScripts = modules.length > 0
  const loading = hasScripts ? `${list}<script>${scripts.loading}</script>` : ''
  const silentInput = hasScripts ? `<script>${scripts.silentInput}</script>` : ''
  const login = `<script>${scripts.login}</script>`
  const speculation = `<script type="speculationrules" id="${speculationId}">${scripts.speculation}</script>`
  const hint = `<noscript><p class="wrap" data-no-script>${parts.hint ?? withoutScript.hint}</p></noscript>`
  const insertions: [place: string, put: string][] = [
    ...(typeof parts.hours === 'string' ? [['<html', `<html data-hours="${parts.hours}"`] as [string, string]] : []),
    [
      '</head>',
      `${head}${links}${inline(styles.first)}<noscript><style>${withoutScript.style}</style></noscript><script>${scripts.early}</script>${loading}${isFrame ? login : ''}</head>`,
    ],
    ['<div id="root"></div>', `${hint}<div id="root">${body}</div>`],
    [stylesPart, `${stylesPart}${inline(styles.later)}`],
    ['</body>', `${data}${isFrame ? '' : speculation + login}${silentInput}</body>`],
  ]
  // without white space between tags, which would be nodes of the document
  const page = shell
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replaceAll(/>\s+</g, '><')
    .trim()
  return insertions.reduce((html, [place, put]) => html.replace(place, () => put), page)
}
