import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import { freePort } from '../shop-server.ts'
import { createWebDriver, type WebDriver } from './webdriver.ts'
import type { Engine, EngineBrowser, Tab } from './engine.ts'

/** Programs that WebKit needs. */
export interface WebKitPrograms {
  /** WebKitWebDriver. */
  driver: string
  /** MiniBrowser, the browser that WebKitGTK comes with. */
  browser: string
  /** Xvfb: WebKitGTK has no mode without a screen. */
  screen: string
}

const end = async (child: ChildProcess, kill = () => void child.kill()) => {
  const ended = new Promise(resolve => void child.once('exit', resolve))
  kill()
  await ended
}

/** MiniBrowser's toolbar, narrow enough for a window of a phone's width. */
const toolbarStyle = '* { padding: 0; margin: 0; border-width: 0; min-width: 0; font-size: 6px; }'

/** WebKitGTK over WebDriver, on a screen that is not shown. */
export async function startWebKit({ driver, browser, screen }: WebKitPrograms): Promise<Engine> {
  const xvfb = spawn(screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    createInterface(xvfb.stdio[3] as Readable).once('line', line => resolve(`:${line}`))
    xvfb.once('error', reject)
    xvfb.once('exit', code => reject(new Error(`${screen} ended with ${code}`)))
  })
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), toolbarStyle)
  const environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, DISPLAY: display, GDK_BACKEND: 'x11' }
  const session = () => openSession(driver, browser, environment)
  const first = await session()
  await first.closes()
  return {
    version: `WebKitGTK ${first.version}`,
    opens: session,
    async ends() {
      await end(xvfb)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Each browser has a driver of its own: a driver has one session. */
async function openSession(
  driver: string,
  browser: string,
  environment: NodeJS.ProcessEnv,
): Promise<EngineBrowser & { version: string }> {
  const port = await freePort()
  const child = spawn(driver, ['-p', String(port)], { stdio: 'ignore', env: environment, detached: true })
  const web = await createWebDriver(`http://127.0.0.1:${port}`, {
    // the driver does not notice that some pages are loaded
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  })
  const known = new Map<string, Tab>()
  const tabOf = (handle: string): Tab => {
    const tab = known.get(handle) ?? createTab(web, handle)
    known.set(handle, tab)
    return tab
  }
  const handles = () => web.calls<string[]>('GET', '/window/handles')
  let isFirst = true
  return {
    version: web.version,
    async opensTab() {
      const handle = isFirst
        ? (await handles())[0]!
        : (await web.calls<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle
      isFirst = false
      const tab = tabOf(handle)
      await tab.resizes(1280, 900)
      return tab
    },
    tabs: async () => (await handles()).map(tabOf),
    async errors() {
      const all = await Promise.all((await handles()).map(handle => tabOf(handle).runs(recordedErrors, null)))
      return all.flat()
    },
    // the driver does not always answer to the end of its session: it and its browser, a process group, are killed
    closes: () => end(child, () => void process.kill(-child.pid!, 'SIGKILL')),
  }
}

/** Runs in the page: records errors from now on. WebDriver does not report them; the tab's storage outlasts a reload. */
function recordErrors() {
  const record = (text: string) => {
    const all = JSON.parse(sessionStorage.getItem('test.errors') ?? '[]') as string[]
    sessionStorage.setItem('test.errors', JSON.stringify([...all, text]))
  }
  addEventListener('error', ({ message }) => record(message))
  addEventListener('unhandledrejection', ({ reason }) => record(String(reason)))
  const { error } = console
  console.error = (...what: unknown[]) => {
    record(what.map(String).join(' '))
    error(...what)
  }
}

/** Runs in the page. */
const recordedErrors = () => JSON.parse(sessionStorage.getItem('test.errors') ?? '[]') as string[]

interface Rect {
  width: number
  height: number
}

function createTab(web: WebDriver, handle: string): Tab {
  const calls = <Result = void>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    web.callsIn<Result>(handle, method, path, body)
  const acts = (type: 'pointer' | 'key', actions: object[]) =>
    calls('POST', '/actions', { actions: [{ type, id: type, actions }] })
  /** Waits until another document is there. */
  const loads = async (load: () => Promise<void>) => {
    await tab.runs(() => void Object.assign(window, { isLeft: true }), null)
    await load()
    const isLoaded = () => tab.runs(() => !('isLeft' in window) && document.readyState !== 'loading', null)
    await expect.poll(isLoaded, { message: 'the page is loaded' }).toBe(true)
    await tab.runs(recordErrors, null)
  }
  const tab: Tab = {
    id: handle,
    goes: url => loads(() => calls('POST', '/url', { url })),
    reloads: () => loads(() => calls('POST', '/refresh', {})),
    async runs(script, input) {
      const source = `return JSON.stringify((${script})(JSON.parse(arguments[0])))`
      const output = await calls<string | null>('POST', '/execute/sync', {
        script: source,
        args: [JSON.stringify(input)],
      })
      return output === null ? undefined : JSON.parse(output)
    },
    clicks: at =>
      acts('pointer', [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    types: text =>
      acts(
        'key',
        [...text].flatMap(value => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    async resizes(width, height) {
      const inner = await tab.runs(() => ({ width: innerWidth, height: innerHeight }), null)
      const { width: outerWidth, height: outerHeight } = await calls<Rect>('GET', '/window/rect')
      await calls('POST', '/window/rect', {
        width: outerWidth + width - inner.width,
        height: outerHeight + height - inner.height,
      })
      // the page learns of it later
      const isDone = () =>
        tab.runs(([width, height]) => innerWidth === width && innerHeight === height, [width, height])
      await expect.poll(isDone, { message: `${width} x ${height} pixels` }).toBe(true)
    },
    shows: () => Promise.resolve(),
    photographs: () => calls<string>('GET', '/screenshot'),
    closes: () => calls('DELETE', '/window'),
  }
  return tab
}
