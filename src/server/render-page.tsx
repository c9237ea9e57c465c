import { renderToString } from 'react-dom/server'
import { createPath, type Navigator } from 'react-router-dom'
import { createVault } from '#machines/journal/vault'
import type { ShopActor } from '#machines/shop/shop'
import { System } from '../system/actors.tsx'
import { App } from '../start/App.tsx'
import { StaticFooter, HeaderStart, SlimBar } from '../layout/static-components.ts'
import { registerStaticPart } from '../ui/static-part.tsx'
import { registerDescriptionFormat } from '../product/Description.tsx'
import { scripts } from './document.ts'
import { formatDescription } from './format-description.ts'
import { PageShell } from './PageShell.tsx'

registerStaticPart('slim-bar', () => (
  <>
    <SlimBar />
    <script dangerouslySetInnerHTML={{ __html: scripts.place }} />
  </>
))
registerStaticPart('head', HeaderStart)
registerStaticPart('foot', StaticFooter)
registerStaticPart('shell', PageShell)
registerStaticPart('styles', () => null) // documentOf inserts them
registerDescriptionFormat(formatDescription)

/** A page as HTML. */
export interface RenderedPage {
  /** The tags that components render into the document's head: title, preloads. */
  head: string
  body: string
}

/**
 * Renders a shop in its current state.
 *
 * @throws any error of a component
 */
export function renderPage(shop: ShopActor): RenderedPage {
  const html = renderToString(
    <System value={{ shop, served: shop, vault: createVault() }}>
      <App navigator={nowhere} />
    </System>,
  )
  const head = hoisted.exec(html)?.[0] ?? ''
  return { head: head.replace(lowPriorityPreloads, ''), body: html.slice(head.length) }
}

/** React renders these first if it does not render a `<head>`. */
const hoisted = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)+/

/** Preloads of pictures without a priority: they would compete with the page itself. */
const lowPriorityPreloads = /<link rel="preload" as="image"(?![^>]*fetchPriority="high")[^>]*>/g

/** A navigator for the server: creates link paths; never navigates. */
const nowhere: Navigator = {
  createHref: to => (typeof to === 'string' ? to : createPath(to)),
  push: () => {},
  replace: () => {},
  go: () => {},
}
