import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { Entry } from '#machines/journal/entry'
import { wholeShop } from '#machines/whole-shop'
import { testOf } from '#tools/inspector/copied'
import { historyOf } from '#tools/inspector/history'
import { openShop } from '../../kit/open-shop.ts'

const made: string[] = []
afterAll(() => made.forEach(path => rmSync(path, { force: true })))

/** Runs a copied test as a file beside this one, with stubs of the test functions. */
async function runs(text: string): Promise<void> {
  const path = fileURLToPath(new URL(`copied-${process.pid}-${made.length}.ts`, import.meta.url))
  made.push(path)
  const runner = "import { expect } from 'vitest'\nexport let run\nconst test = (_name, it) => { run = it }"
  writeFileSync(path, `// @ts-nocheck\n${text.replace("import { expect, test } from 'vitest'", runner)}`)
  const { run } = (await import(path)) as { run: () => void }
  run()
}

function visit(length: number): Entry[] {
  const shop = openShop()
  shop.root.start()
  while (shop.entries.length < length)
    shop.send('search', { type: 'search.typed', value: `rice ${shop.entries.length}` })
  shop.send('menus', { type: 'menus.toggle', menu: 'cart' })
  return shop.entries
}

describe('a copied test', () => {
  test('runs, and finds every machine in its recorded state', async () => {
    const history = historyOf(wholeShop, null, visit(9))
    await runs(testOf(history, 10))
    expect(testOf(history, 10)).toContain('"shop/menus": "cart · shown"')
  })

  test('of a long journal begins at the last checkpoint', async () => {
    const history = historyOf(wholeShop, null, visit(450))
    const text = testOf(history, 451)
    await runs(text)
    expect(text).toContain('rice 449')
    expect(text).not.toContain('rice 398')
  })

  test('fails when the machines behave differently', async () => {
    const text = testOf(historyOf(wholeShop, null, visit(9)), 10)
    await expect(runs(text.replace('"menu": "cart"', '"menu": "account"'))).rejects.toThrow(/deeply equal/)
  })
})
