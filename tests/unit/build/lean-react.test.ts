// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as React from 'react'
import type * as ReactDom from 'react-dom'
import type * as ReactDomClient from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { lean, leanReact } from '#tools/build/lean-react'

const { resolve } = createRequire(import.meta.url)
const read = (name: string, file: string) => readFileSync(join(dirname(resolve(name)), 'cjs', file), 'utf8')
const client = read('react-dom', 'react-dom-client.production.js')

const loaded = new Map<string, object>()
/** Evaluates a CommonJS module of React, as it is in builds. */
function evaluated<Module extends object>(name: string, code: string): Module {
  const exports = {}
  new Function('exports', 'require', code)(exports, (other: string) => loaded.get(other))
  loaded.set(name, exports)
  return exports as Module
}
const react = evaluated<typeof React>('react', read('react', 'react.production.js'))
evaluated('scheduler', read('scheduler', 'scheduler.production.js'))
const { flushSync } = evaluated<typeof ReactDom>('react-dom', read('react-dom', 'react-dom.production.js'))
const { createRoot } = evaluated<typeof ReactDomClient>('react-dom/client', lean(client))
const { createElement: element, Activity, Fragment, ViewTransition, useActionState } = react

/** Renders with the React of a build, and returns the HTML and the first error. */
function rendered(child: React.ReactNode) {
  const place = document.createElement('div')
  const failed = vi.fn<(error: unknown) => void>()
  const root = createRoot(place, { onUncaughtError: failed })
  flushSync(() => root.render(child))
  return { html: place.innerHTML, error: (failed.mock.calls[0]?.[0] as Error | undefined)?.message }
}

test('components render, change and go', () => {
  const List = ({ words }: { words: string[] }) =>
    element(
      'ul',
      null,
      words.map(word => element('li', { key: word }, word)),
    )
  const page = (...words: string[]) => element(Fragment, null, element(List, { words }), 'end')
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(page('tea', 'rice')))
  expect(place.innerHTML).toBe('<ul><li>tea</li><li>rice</li></ul>end')
  flushSync(() => root.render(page('rice', 'soy', 'tea')))
  expect(place.innerHTML).toBe('<ul><li>rice</li><li>soy</li><li>tea</li></ul>end')
  flushSync(() => root.unmount())
  expect(place.innerHTML).toBe('')
})

test('a title is put into the head', () => {
  rendered(element('title', null, 'Tea'))
  expect(document.head.innerHTML).toBe('<title>Tea</title>')
})

function State() {
  useActionState(() => 1, 0)
  return null
}
test.each([
  ['Activity', element(Activity, null, 'tea')],
  ['ref of a Fragment', element(Fragment, { ref: () => {} } as object, 'tea')],
  ['useActionState', element(State)],
])('%s, which is left out, fails with the place to change', (feature, child) => {
  expect(rendered(child).error).toBe(`${feature}: tools/build/lean-react.ts`)
})

test('a change in a ViewTransition is not animated', () => {
  expect(rendered(element(ViewTransition, null, 'tea'))).toEqual({ html: 'tea', error: undefined })
})

test('another version of React DOM, or one without an expected function, fails the build', () => {
  expect(() => lean(client.replaceAll('19.3.1', '19.3.2'))).toThrow(/React DOM is not 19\.3\.1/)
  expect(() => lean(client.replaceAll('FragmentInstance', 'FragmentHandle'))).toThrow(
    /React DOM has no FragmentInstance, commitFragmentInstanceDeletionEffects, commitFragmentInstanceInsertionEffects, commitNewChildToFragmentInstances/,
  )
})

test('code that uses a feature that is left out fails the build', () => {
  const { generateBundle } = leanReact() as unknown as {
    generateBundle: (this: { error(words: string): never }, options: null, bundle: object) => void
  }
  const context = {
    error(words: string): never {
      throw new Error(words)
    },
  }
  const chunk = (name: string, code: string) => [{ type: 'chunk', name, fileName: `assets/${name}.js`, code }]
  generateBundle.call(context, null, chunk('react', 'e.Activity=t'))
  generateBundle.call(context, null, chunk('shop', 'n(e.StrictMode)'))
  expect(() => generateBundle.call(context, null, chunk('shop', 'n(e.Activity,{})'))).toThrow(
    "assets/shop.js uses React's Activity, which tools/build/lean-react.ts leaves out",
  )
})
