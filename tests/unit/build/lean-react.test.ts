// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type * as React from 'react'
import type * as ReactDom from 'react-dom'
import type * as ReactDomClient from 'react-dom/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { lean, leanReact } from '#tools/build/lean-react'

const { resolve } = createRequire(import.meta.url)
const read = (name: string, file: string) => readFileSync(join(dirname(resolve(name)), 'cjs', file), 'utf8')
const files: Record<string, string> = {
  'react.production.js': read('react', 'react.production.js'),
  'react-dom.production.js': read('react-dom', 'react-dom.production.js'),
  'react-dom-client.production.js': read('react-dom', 'react-dom-client.production.js'),
}
const built = (file: string) => lean(file, files[file]!)

/** Errors that React reports to the browser. */
const reported = vi.fn<(error: Error) => void>()
vi.stubGlobal('reportError', reported)
const loaded = new Map<string, object>()
/** Evaluates a CommonJS module of React, as it is in builds. */
function evaluated<Module extends object>(name: string, code: string): Module {
  const exports = {}
  new Function('exports', 'require', code)(exports, (other: string) => loaded.get(other))
  loaded.set(name, exports)
  return exports as Module
}
const react = evaluated<typeof React>('react', built('react.production.js'))
evaluated('scheduler', read('scheduler', 'scheduler.production.js'))
const dom = evaluated<typeof ReactDom>('react-dom', built('react-dom.production.js'))
const { createRoot, hydrateRoot } = evaluated<typeof ReactDomClient>(
  'react-dom/client',
  built('react-dom-client.production.js'),
)
const { createElement: element, Component, Fragment, createContext, useState } = react
const { useEffect, useEffectEvent, useInsertionEffect, useLayoutEffect } = react
const { createPortal, flushSync } = dom

/** Renders with the React of a build, and returns the HTML and the first error. */
function rendered(child: React.ReactNode) {
  const place = document.createElement('div')
  const failed = vi.fn<(error: unknown) => void>()
  const root = createRoot(place, { onUncaughtError: failed })
  flushSync(() => root.render(child))
  return { place, html: place.innerHTML, error: (failed.mock.calls[0]?.[0] as Error | undefined)?.message }
}

describe('the React of a build', () => {
  test('renders components, changes and removes them', () => {
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

  test('puts a title into the head, but not the title of a picture', () => {
    const { html } = rendered([
      element('title', { key: 1 }, 'Tea'),
      element('svg', { key: 2 }, element('title', null, 'Cup')),
    ])
    expect(document.head.innerHTML).toBe('<title>Tea</title>')
    expect(html).toBe('<svg><title>Cup</title></svg>')
  })

  test('runs effects, sets refs, and undoes both', () => {
    const log: string[] = []
    function Effects({ word }: { word: string }) {
      const says = useEffectEvent((what: string) => void log.push(`${what} ${word}`))
      useInsertionEffect(() => says('insertion'), [word])
      useLayoutEffect(() => {
        says('layout')
        return () => says('layout ends')
      }, [word])
      useEffect(() => {
        says('effect')
        return () => says('effect ends')
      }, [word])
      return element('p', { ref: node => void log.push(node ? `ref ${node.id}` : 'no ref'), id: word })
    }
    const root = createRoot(document.createElement('div'))
    flushSync(() => root.render(element(Effects, { word: 'tea' })))
    flushSync(() => root.render(element(Effects, { word: 'tea' })))
    flushSync(() => root.unmount())
    expect(log).toEqual([
      'insertion tea',
      'ref tea',
      'layout tea',
      'effect tea',
      'no ref',
      'ref tea',
      'layout ends tea',
      'no ref',
      'effect ends tea',
    ])
  })

  test('passes a context to the components that read it', () => {
    const Word = createContext('none')
    const Reader = () => `${react.useContext(Word)} ${react.use(Word)}`
    const Between = react.memo(() => element(Reader))
    const page = (word: string) => element(Word.Provider, { value: word }, element(Between))
    const place = document.createElement('div')
    const root = createRoot(place)
    flushSync(() => root.render(page('tea')))
    expect(place.innerHTML).toBe('tea tea')
    flushSync(() => root.render(page('rice')))
    expect(place.innerHTML).toBe('rice rice')
  })

  test('renders into another place', () => {
    const other = document.createElement('div')
    const clicked = vi.fn<() => void>()
    const { html } = rendered(element('p', { onClick: clicked }, createPortal(element('button'), other)))
    expect([html, other.innerHTML]).toEqual(['<p></p>', '<button></button>'])
    other.querySelector('button')!.click()
    expect(clicked).toHaveBeenCalledOnce()
  })

  test('calls handlers, and keeps the value of a field to that of its component', () => {
    function Field() {
      const [value, setValue] = useState('tea')
      return element('input', { value, onChange: ({ target }) => setValue(target.value.toUpperCase()) })
    }
    const { place } = rendered(element(Field))
    document.body.append(place)
    const input = place.querySelector('input')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'rice')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    expect(input.value).toBe('RICE')
    place.remove()
  })

  test('calls the methods of a class', () => {
    const log: string[] = []
    class Tea extends Component<{ kind: string }> {
      override state = { seen: '' }
      static getDerivedStateFromProps = ({ kind }: { kind: string }) => ({ seen: kind })
      override shouldComponentUpdate = ({ kind }: { kind: string }) => kind !== 'white'
      override getSnapshotBeforeUpdate = () => 'snapshot'
      override componentDidMount = () => void log.push('mounted')
      override componentDidUpdate = ({ kind }: { kind: string }, _: object, snapshot: string) =>
        void log.push(`updated from ${kind}, ${snapshot}`)
      override componentWillUnmount = () => void log.push('unmounted')
      override render = () => this.state.seen
    }
    const place = document.createElement('div')
    const root = createRoot(place)
    const shows = (kind: string) => {
      flushSync(() => root.render(element(Tea, { kind })))
      return place.innerHTML
    }
    expect(['green', 'black', 'white'].map(shows)).toEqual(['green', 'black', 'black'])
    flushSync(() => root.unmount())
    expect(log).toEqual(['mounted', 'updated from green, snapshot', 'unmounted'])
  })

  test.each([
    [
      'rendering',
      () =>
        element(() => {
          throw new Error('broken')
        }),
    ],
    [
      'an effect',
      () =>
        element(() => {
          react.useEffect(() => {
            throw new Error('broken')
          })
          return 'tea'
        }),
    ],
  ])('gives an error of %s to the boundary around it', (_, child) => {
    class Boundary extends Component<{ children: React.ReactNode }> {
      override state = { message: '' }
      static getDerivedStateFromError = ({ message }: Error) => ({ message })
      override render = () => this.state.message || this.props.children
    }
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(rendered(element(Boundary, null, element('p', null, child())))).toMatchObject({
      html: 'broken',
      error: undefined,
    })
    vi.mocked(console.error).mockRestore()
  })

  test('takes over the HTML of the server, and renders it again if it differs', async () => {
    const recovered = vi.fn<(error: unknown) => void>()
    const hydrated = async (html: string) => {
      const place = document.createElement('div')
      place.innerHTML = html
      const [before] = place.children
      const clicked = vi.fn<() => void>()
      const page = element('p', { onClick: clicked }, 'tea')
      react.startTransition(() => void hydrateRoot(place, page, { onRecoverableError: recovered }))
      await expect.poll(() => (place.querySelector('p')!.click(), clicked.mock.calls.length)).toBeGreaterThan(0)
      return { html: place.innerHTML, isKept: place.children[0] === before }
    }
    expect(await hydrated('<p>tea</p>')).toEqual({ html: '<p>tea</p>', isKept: true })
    expect(recovered).not.toHaveBeenCalled()
    expect(await hydrated('<p>rice</p>')).toEqual({ html: '<p>tea</p>', isKept: false })
    expect(recovered).toHaveBeenCalledOnce()
  })

  test('renders what can wait after what is urgent', async () => {
    const place = document.createElement('div')
    const shown: string[] = []
    function Page({ word }: { word: string }) {
      const later = react.useDeferredValue(word)
      shown.push(`${word} ${later}`)
      return later
    }
    const root = createRoot(place)
    flushSync(() => root.render(element(Page, { word: 'tea' })))
    flushSync(() => root.render(element(Page, { word: 'rice' })))
    await expect.poll(() => place.innerHTML).toBe('rice')
    expect(shown).toEqual(['tea tea', 'rice tea', 'rice rice'])
  })
})

describe('events in the React of a build', () => {
  /** The names of the events that React listens to on an element and below, while `render` runs. */
  function listened(render: (place: HTMLElement) => void) {
    let target: EventTarget = document.createElement('div')
    while (!Object.hasOwn(target, 'addEventListener')) target = Object.getPrototypeOf(target) as EventTarget
    const listen = vi.spyOn(target, 'addEventListener')
    render(document.createElement('div'))
    const names = listen.mock.calls.map(([name]) => name)
    listen.mockRestore()
    return names
  }
  const show = (child: React.ReactNode) => (place: HTMLElement) => flushSync(() => createRoot(place).render(child))

  test('are those that have handlers in the shop', () => {
    const names = listened(show(null))
    expect(names).toEqual(expect.arrayContaining(['click', 'keydown', 'focusin', 'dragstart', 'compositionend']))
    for (const name of ['animationstart', 'transitionend', 'gotpointercapture', 'dragover', 'timeupdate', 'scrollend'])
      expect(names).not.toContain(name)
  })

  test('of a picture are listened to if it has a handler', () => {
    const picture = (props: object) => element('img', { src: '/tea.webp', ...props })
    const own = (names: readonly string[]) => names.filter(name => name === 'load' || name === 'error')
    // the root listens to both in the capture phase
    const ofRoot = own(listened(show(null)))
    expect(own(listened(show(picture({}))))).toEqual(ofRoot)
    expect(own(listened(show(picture({ onLoad() {}, onError() {} }))))).toHaveLength(ofRoot.length + 2)
  })

  test.each(['load', 'error'])('reach the handler of a picture: %s', async name => {
    const handled = vi.fn<() => void>()
    const handlers = { onLoad: handled, onError: handled }
    const { place } = rendered(element('img', { alt: '', ...handlers }))
    place.querySelector('img')!.dispatchEvent(new Event(name))
    expect(handled).toHaveBeenCalledOnce()

    const served = document.createElement('div')
    served.innerHTML = '<img alt="">'
    react.startTransition(() => void hydrateRoot(served, element('img', { alt: '', ...handlers })))
    await expect
      .poll(() => (served.querySelector('img')!.dispatchEvent(new Event(name)), handled.mock.calls.length))
      .toBeGreaterThan(1)
  })
})

const suspended = Promise.resolve('tea')
const calls = (call: () => unknown) =>
  element(() => {
    call()
    return null
  })
test.each<[feature: string, child: React.ReactNode]>([
  ['Activity', element(react.Activity, null, 'tea')],
  ['Suspense', element(react.Suspense, null, 'tea')],
  [
    'Suspense',
    calls(() => {
      throw suspended
    }),
  ],
  ['SuspenseList', element(Symbol.for('react.suspense_list') as unknown as string)],
  ['ViewTransition', element(react.ViewTransition, null, 'tea')],
  ['lazy', calls(() => react.lazy(async () => ({ default: () => null })))],
  ['lazy', element({ $$typeof: Symbol.for('react.lazy') } as unknown as string)],
  ['a promise in use() or as a child', calls(() => react.use(suspended))],
  ['a promise in use() or as a child', element('p', null, suspended)],
  ['ref of a Fragment', element(Fragment, { ref: () => {} } as object, 'tea')],
  ['useActionState', calls(() => react.useActionState(() => 1, 0))],
  ['useOptimistic', calls(() => react.useOptimistic(1))],
  ['useTransition', calls(() => react.useTransition())],
  ['useFormStatus', calls(() => dom.useFormStatus())],
  ['action of a form', element('form', { action: () => {} })],
  ['preload', calls(() => dom.preload('/tea.css', { as: 'style' }))],
  ['html, head and body', element('body')],
  ['custom elements', element('tea-cup', { tea: 'green' })],
])('%s, which is left out, fails with the place to change', (feature, child) => {
  expect(rendered(child).error).toBe(`${feature}: tools/build/lean-react.ts`)
})

test('an asynchronous transition, which is left out, is reported with the place to change', () => {
  reported.mockClear()
  react.startTransition(async () => {})
  expect(reported.mock.calls[0]![0].message).toBe('asynchronous startTransition: tools/build/lean-react.ts')
})

test('the code that stays uses only variables that are declared', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lean-react-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rules = {
    env: { browser: true, node: true },
    categories: { correctness: 'off' },
    rules: { 'no-undef': 'error' },
  }
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(rules))
  for (const file of Object.keys(files))
    writeFileSync(join(folder, file), built(file).replaceAll('__REACT_DEVTOOLS_GLOBAL_HOOK__', 'window'))
  const check = () =>
    execFileSync(join('node_modules', '.bin', 'oxlint'), ['-c', join(folder, 'rules.json'), folder], {
      encoding: 'utf8',
    })
  expect(check).not.toThrow()
})

test('another version of React, or one without an expected name, fails the build', () => {
  const [file] = Object.keys(files).slice(-1) as [string]
  const { [file]: client } = files as Record<string, string>
  expect(() => lean(file, client!.replaceAll('19.3.1', '19.3.2'))).toThrow(
    `${file} is not of React 19.3.1: check what tools/build/unused-react.ts leaves out`,
  )
  expect(() => lean(file, client!.replaceAll('useThenable', 'useLater').replaceAll('shellBoundary', 'shell'))).toThrow(
    `${file} has no useThenable, shellBoundary`,
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
  generateBundle.call(context, null, chunk('shop', 'n(e.StrictMode),(0,e.use)(t)'))
  for (const name of ['Activity', 'Children', 'Suspense', 'lazy', 'useTransition'])
    expect(() => generateBundle.call(context, null, chunk('shop', `n(e.${name},{})`))).toThrow(
      `assets/shop.js uses React's ${name}, which tools/build/lean-react.ts leaves out`,
    )
  expect(() =>
    generateBundle.call(context, null, chunk('shop', 'class extends e{UNSAFE_componentWillMount(){}}')),
  ).toThrow("assets/shop.js uses React's UNSAFE_componentWillMount")
  generateBundle.call(context, null, chunk('shop', 'n(`img`,{onLoad:e,onDragEnd:t}),`onResize.onDrag`.split(`.`)'))
  for (const [name, code] of [
    ['onResize', 'n(`p`,{onResize:e})'],
    ['onTransitionEnd', 'n(`p`,{onTransitionEnd(){t()}})'],
    ['onAnimationStartCapture', 'let{onAnimationStartCapture}=e'],
    ['onGotPointerCapture', 'e.onGotPointerCapture=t'],
    ['onDragOver', 'n(`p`,{"onDragOver":t})'],
  ])
    expect(() => generateBundle.call(context, null, chunk('shop', code!))).toThrow(
      `assets/shop.js uses React's ${name}, which tools/build/lean-react.ts leaves out`,
    )
})
