import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createPath, Router, type To } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { AccessibilityPage } from '#src/information/AccessibilityPage.tsx'
import { AboutPage } from '#src/information/AboutPage.tsx'
import { ContactPage } from '#src/information/ContactPage.tsx'
import { PrivacyPage } from '#src/information/PrivacyPage.tsx'
import { QuestionsPage } from '#src/information/QuestionsPage.tsx'
import { ShippingPage } from '#src/shipping/ShippingPage.tsx'
import { TermsPage } from '#src/information/TermsPage.tsx'
import { keptDays as searchDays } from '#gateway/catalogue/missed-searches'
import { noticeDays } from '#contract/stock-notices'
import { storedFor } from '#src/effects/outbox.ts'
import { keptFor } from '#src/journal/retention.ts'
import { store } from '#src/store/store.ts'
import { pageOf } from '#contract/paths'

const ShippingWithoutTerms = () => <ShippingPage terms={null} onRetry={null} />

const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
const navigator = { createHref, push() {}, replace() {}, go() {} }

const drawn = (Page: ComponentType) =>
  renderToString(
    <Router location="/main/faq" navigator={navigator}>
      <Page />
    </Router>,
  )
    .replaceAll('<!-- -->', '')
    .replaceAll('&amp;', '&')
const textOf = (html: string) => html.replaceAll(/<title>.*?<\/title>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const pages: [title: string, Page: ComponentType, about: RegExp[]][] = [
  ['Contact Us', ContactPage, [/Phone/, /Email/, /Opening hours/, /About an order\?/]],
  ['Accessibility', AccessibilityPage, [/What you can expect/, /How we test it/, /Tell us/]],
  ['About Us', AboutPage, [/The shop/, /Visit us/]],
  ['Shipping', ShippingWithoutTerms, [/When it arrives/, /At your door/, /collect/, /missing or broken/]],
  [
    'Terms & Conditions',
    TermsPage,
    [/Your order/, /Prices/, /Payment/, /Delivery/, /Returns and refunds/, /Your rights/],
  ],
  ['Privacy Policy', PrivacyPage, [/Passwords and payments/, /in your browser/, /How long we keep it/, /Your rights/]],
  ['FAQ', QuestionsPage, [/Ordering/, /Delivery and collection/, /Paying/, /guest/, /coupon/]],
]

describe.each(pages)('the page %s', (title, Page, about) => {
  const html = drawn(Page)
  const text = textOf(html)

  // Specification: 2.1.7, 2.1.8, 2.1.10, 2.1.11, 2.1.12, 2.1.13
  test('has its heading, its title and its content', () => {
    expect(html).toContain(`<h1 tabindex="-1">${title}</h1>`)
    expect(html).toContain(`<title>${title} · ${store.name}</title>`)
    for (const words of about) expect(text).toMatch(words)
    expect(text.length).toBeGreaterThan(400)
    expect(text).not.toMatch(/lorem|dummy|todo|\bxxx/i)
  })

  test('says how to reach the store, and links only to pages that exist', () => {
    expect(text).toContain(store.phone)
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to!)
    const within = links.filter(to => to.startsWith('/'))
    expect(within.filter(to => pageOf(to) === 'notFound')).toEqual([])
    expect(links.filter(to => !to.startsWith('/') && !/^(tel|mailto):/.test(to))).toEqual([])
  })

  test('names no amount, since fees and the minimum order are settings of the gateway', () => {
    expect(text).not.toMatch(/\$\s?\d|\d+(\.\d\d)? dollars/)
  })
})

test('the contact page lists the opening hours of every day', () => {
  const text = textOf(drawn(ContactPage))
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    expect(text).toContain(`${day} 8:30am to 8:30pm`)
})

// Specification: S.1.12
test('the name and address of the store occur in its configuration only', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const files = ['src', 'machines', 'contract'].flatMap(folder =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  )
  const sources = files.filter(file => /\.(tsx?|css|svg)$/.test(file) && !/^src\/store\/[\w-]+\.ts$/.test(file))
  expect(sources.length).toBeGreaterThan(200)
  const told = [store.phone, store.phoneLink, store.email, store.address.street, store.openingHours, store.name]
  const places = [...told, ...store.socialLinks.map(({ url }) => url)]
  const again = sources.filter(file => {
    const code = readFileSync(root + file, 'utf8')
    return places.some(words => code.includes(words))
  })
  expect(again).toEqual([])
  expect(store).toMatchObject({ currency: 'AUD', country: 'Australia', locale: 'en-AU' })
})

test('the privacy page names the periods for which the code keeps data, and no others', () => {
  const named = textOf(drawn(PrivacyPage)).match(/\d+ (?:seconds|minutes|hours|days|weeks|months|years)/g)
  expect(named).toEqual([
    `${searchDays} days`,
    `${keptFor / 3_600_000} hours`,
    `${storedFor / 86_400_000} days`,
    `${noticeDays} days`,
  ])
})
