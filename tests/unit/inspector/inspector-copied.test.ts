import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Entry } from '#machines/journal/entry'
import { wholeShop } from '#machines/whole-shop'
import { testOf } from '#tools/inspector/copied'
import { historyOf } from '#tools/inspector/history'
import { openShop } from '../../kit/open-shop.ts'

/** Runs a copied test with a stub of `test`. No file is written: other tests and checks read this folder at the same time. */
async function runs(text: string): Promise<void> {
  let run = () => {}
  const test = (_name: string, it: () => void) => (run = it)
  const load = async (name: string) => (name === 'vitest' ? { expect, test } : import(/* @vite-ignore */ name))
  const { code } = await transformWithOxc(text, 'copied.ts')
  const body = code.replaceAll(/^import (\{.+\}) from (".+");$/gm, 'const $1 = await load($2)')
  await (new AsyncFunction('load', body) as (from: typeof load) => Promise<void>)(load)
  run()
}
const AsyncFunction = runs.constructor as FunctionConstructor

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
