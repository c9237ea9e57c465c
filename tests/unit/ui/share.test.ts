import { describe, expect, test } from 'vitest'
import { share as shareItem, type SharingWindow } from '#src/ui/share.ts'

const url = 'https://shop.example/main/product-detail/101'

/** A window with some of the ways to share, and what was done with it. */
function open(navigator: SharingWindow['navigator'], copies: boolean | 'throws' = true) {
  const done: string[] = []
  const field = {
    value: '',
    readOnly: false,
    style: { cssText: '' },
    select: () => void done.push(`selected ${field.value}`),
    remove: () => void done.push('removed'),
  }
  const window = {
    navigator,
    prompt: (_: string, text: string) => (done.push(`shown ${text}`), null),
    document: {
      activeElement: { focus: () => void done.push('focused') },
      body: { append: () => {} },
      createElement: () => field,
      execCommand: () => {
        if (copies === 'throws') throw new Error('not allowed')
        return copies
      },
    },
  } as unknown as SharingWindow
  return { done, share: () => shareItem(window, { title: 'Jasmine Rice', url }) }
}

const rejects = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))

describe('the link of a product', () => {
  test('is shared by the browser’s dialog, with its name', async () => {
    const given: unknown[] = []
    const { share } = open({ share: async data => void given.push(data) })
    expect(await share()).toBe('done')
    expect(given).toEqual([{ title: 'Jasmine Rice', url }])
  })

  test('is not copied if the shopper closes the dialog', async () => {
    const { share, done } = open({ share: rejects('AbortError'), clipboard: { writeText: rejects('unused') } })
    expect(await share()).toBe('done')
    expect(done).toEqual([])
  })

  test('is copied if the dialog does not open', async () => {
    const copied: string[] = []
    const { share } = open({
      share: rejects('NotAllowedError'),
      clipboard: { writeText: async text => void copied.push(text) },
    })
    expect(await share()).toBe('copied')
    expect(copied).toEqual([url])
  })

  test.each([{}, { clipboard: { writeText: rejects('NotAllowedError') } }])(
    'is selected and copied without a clipboard, and the focus is given back (%j)',
    async navigator => {
      const { share, done } = open(navigator)
      expect(await share()).toBe('copied')
      expect(done).toEqual([`selected ${url}`, 'removed', 'focused'])
    },
  )

  test.each([false, 'throws'] as const)('is shown where it can’t be copied (%s)', async copies => {
    const { share, done } = open({}, copies)
    expect(await share()).toBe('shown')
    expect(done.at(-1)).toBe(`shown ${url}`)
  })
})
