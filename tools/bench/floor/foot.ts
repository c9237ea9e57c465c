import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { footColumns } from '#src/layout/footer-columns.ts'
import { store } from '#src/store/store.ts'
import { wordmark } from './head.ts'
import { each, icon, linked, text } from './html.ts'

const social = readFileSync(fileURLToPath(new URL('../../../src/assets/social.svg', import.meta.url)), 'utf8')
/** SVG path data of the social icons, by name. */
const marks = Object.fromEntries(
  [...social.matchAll(/id="(\w+)" d="([^"]+)"/g)].map(([, name, path]) => [name!, path!]),
)

/** The newsletter form and the footer. */
export const foot = (mark: string): string => `<footer><div class=wrap>
<section class=news><div><h2>Newsletter</h2><p>Specials and new arrivals, by email.</p></div>
<form id=news><input name=email inputmode=email autocomplete=email aria-label=Email placeholder=Email required><button>Subscribe</button></form></section>
<div class=columns><div class=store>${wordmark(mark)}<p>${text(store.streetAddress)}</p><p>${text(store.openingHours)}</p>
<p><a href="mailto:${store.email}">${icon('mail')}${store.email}</a></p></div>
${each(footColumns, ({ heading, links }) => `<nav><h3>${heading}</h3>${linked(links)}</nav>`)}</div>
<div class=end><ul class=payments>${each(store.payments, name => `<li>${name}`)}</ul>
<ul class=social>${each(
  store.socialLinks,
  ({ name, url }) =>
    `<li><a href="${url}" aria-label=${name} rel=noopener><svg viewBox="0 0 24 24"><path d="${marks[name]}"/></svg></a>`,
)}</ul>
<p>${store.name}</p></div></div></footer>`
