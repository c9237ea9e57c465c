import { expect } from 'vitest'
import { shopUrl } from '../test-location.ts'
import type { EngineBrowser, Tab } from './engine.ts'
import { findElement, hasFocusIn, isAlive, selectField, type Found, type Query } from './page-scripts.ts'

/** The parts of a page. */
const parts = {
  header: 'header',
  main: 'main',
  /** The open step of the checkout. */
  step: '[aria-current=step]',
  dialog: 'dialog',
  footer: 'footer',
} as const
type Part = keyof typeof parts

/** Names of what is not a field or a text may go on, for example with a product's name in another script. */
const patternOf = (kind: Query['kind'], name: string | RegExp) =>
  typeof name === 'string'
    ? name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) + (kind === 'field' || kind === 'text' ? '' : '.*')
    : name.source

const backspace = '\uE003'

/** Drives a tab of any engine as a shopper does: by names, labels and texts. */
export class TabShopper {
  readonly tab: Tab
  private readonly browser: EngineBrowser

  constructor(browser: EngineBrowser, tab: Tab) {
    this.browser = browser
    this.tab = tab
  }

  /** Opens a path of the shop. */
  async goes(path: string) {
    await this.tab.goes(shopUrl() + path)
    await this.arrives()
  }
  async reloads() {
    await this.tab.reloads()
    await this.arrives()
  }
  private arrives = () => expect.poll(() => this.tab.runs(isAlive, null), { message: 'the page is alive' }).toBe(true)

  /** Waits until a button can be pressed. */
  canPress = async (name: string | RegExp, part?: Part) => void (await this.finds('button', name, part))
  presses = (name: string | RegExp, part?: Part) => this.clicks('button', name, part)
  follows = (name: string | RegExp, part: Part = 'main') => this.clicks('link', name, part)
  /** Clicks a checkbox. */
  checks = (label: string | RegExp) => this.clicks('field', label, 'main')
  /** Clicks a text, such as that of a radio button. */
  clicksText = (text: string | RegExp, part: Part = 'main') => this.clicks('text', text, part)

  async fills(label: string, text: string, part?: Part) {
    await this.clicks('field', label, part)
    let hasText: boolean | null = null
    const select = async () => (hasText = await this.tab.runs(selectField, null))
    await expect.poll(select, { message: `${label} has the focus` }).not.toBeNull()
    if (text !== '' || hasText) await this.tab.types(text || backspace)
    await this.has(label, text, part)
  }

  /** Chooses an option of a list; waits until the list has it. */
  async chooses(label: string, option: string) {
    await this.finds('field', label, 'main')
    const choose = () => this.tab.runs(findElement, { kind: 'field', pattern: label, within: parts.main, option })
    await expect.poll(async () => (await choose())?.option, { message: `${label}: ${option}` }).toBe(option)
  }

  /** Fills several fields. */
  async fillsAll(values: Record<string, string>) {
    for (const [label, text] of Object.entries(values)) await this.fills(label, text, 'main')
  }

  /** Presses a button that opens a window. @returns the window */
  async opensWindow(name: string | RegExp): Promise<TabShopper> {
    const before = new Set((await this.browser.tabs()).map(({ id }) => id))
    await this.presses(name)
    const opened = async () => (await this.browser.tabs()).find(({ id }) => !before.has(id))
    await expect.poll(opened, { message: 'a window opens' }).toBeDefined()
    return new TabShopper(this.browser, (await opened())!)
  }
  /** Presses a button that closes this window; the press may have no answer then. */
  async closesWith(name: string) {
    let error = ''
    await this.presses(name).catch((reason: Error) => (error = reason.message))
    const state = async () => ((await this.browser.tabs()).some(({ id }) => id === this.tab.id) ? 'open' : 'closed')
    await expect.poll(state, { message: `the window after ${name} ${error}` }).toBe('closed')
  }

  sees = (text: string | RegExp, part?: Part) => this.looks('text', text, part).not.toBeNull()
  seesNot = (text: string | RegExp, part?: Part) => this.looks('text', text, part).toBeNull()
  seesStep = (name: string) => this.looks('heading', name, 'step').not.toBeNull()
  /** Waits until a step is open, and the page has scrolled to it: its heading has the focus. */
  comesToStep = async (name: string) => {
    await this.seesStep(name)
    await expect.poll(() => this.tab.runs(hasFocusIn, parts.step), { message: `the focus in ${name}` }).toBe(true)
  }
  seesHeading = (text: string | RegExp) => this.looks('heading', text, 'main').not.toBeNull()
  /** Waits until a field has a value. */
  has = (label: string, text: string, part: Part = 'main') =>
    expect.poll(async () => (await this.look('field', label, part))?.text, { message: label }).toBe(text)
  /** Waits for a text. @returns all of it */
  async reads(text: RegExp, part: Part = 'main'): Promise<string> {
    await this.sees(text, part)
    return (await this.look('text', text, part))!.text
  }

  private look = (kind: Query['kind'], name: string | RegExp, part?: Part): Promise<Found | null> =>
    this.tab.runs(findElement, { kind, pattern: patternOf(kind, name), ...(part && { within: parts[part] }) })

  private looks = (kind: Query['kind'], name: string | RegExp, part?: Part) =>
    expect.poll(() => this.look(kind, name, part), { message: `the ${kind} ${name}` })

  /** Waits until an element can be clicked and does not move. */
  private async finds(kind: Query['kind'], name: string | RegExp, part?: Part): Promise<Found> {
    let found: Found | null = null
    const isReady = async () => {
      const before = found
      found = await this.look(kind, name, part)
      if (!found) return 'is not there'
      return found.problem ?? (found.x === before?.x && found.y === before.y ? 'ready' : 'moves')
    }
    await expect.poll(isReady, { message: `the ${kind} ${name}` }).toBe('ready')
    return found!
  }

  private async clicks(kind: Query['kind'], name: string | RegExp, part?: Part) {
    await this.tab.clicks(await this.finds(kind, name, part))
  }
}
