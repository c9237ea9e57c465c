import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectBidi, type Bidi } from './bidi.ts'
import type { Engine, Tab } from './engine.ts'

/** Settings of the profile: no calls to other servers, and no page but the tests'. Firefox sets most of them itself for automation. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.region.network.url': '',
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': '',
}

/** Firefox over WebDriver BiDi, which it speaks itself. @param path - of its program */
export async function startFirefox(path: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
  const child = spawn(path, options, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } })
  const ended = new Promise<void>(resolve => void child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', line => {
      const found = /^WebDriver BiDi listening on (.*)$/.exec(line)
      if (found) resolve(`${found[1]}/session`)
    })
    child.once('error', reject)
    void ended.then(() => reject(new Error(`${path} ended before it could be driven`)))
  })
  const bidi = await connectBidi(url)
  const { capabilities } = await bidi.calls<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  await bidi.calls('session.subscribe', { events: ['log.entryAdded'] })
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    opens: () => openBrowser(bidi),
    async ends() {
      await bidi.calls('browser.close', {})
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error'
  text: string
  source: { context?: string }
}
interface Context {
  context: string
  userContext: string
}

async function openBrowser(bidi: Bidi): ReturnType<Engine['opens']> {
  const { userContext } = await bidi.calls<{ userContext: string }>('browser.createUserContext', {})
  const errors: string[] = []
  const unlisten = bidi.listens('log.entryAdded', entry => {
    const { level, text } = entry as LogEntry
    if (level === 'error') errors.push(text)
  })
  return {
    async opensTab() {
      const { context } = await bidi.calls<Context>('browsingContext.create', { type: 'tab', userContext })
      const tab = createTab(bidi, context)
      await tab.resizes(1280, 900)
      return tab
    },
    async tabs() {
      const { contexts } = await bidi.calls<{ contexts: Context[] }>('browsingContext.getTree', { maxDepth: 0 })
      return contexts.filter(one => one.userContext === userContext).map(({ context }) => createTab(bidi, context))
    },
    errors: async () => errors,
    async closes() {
      unlisten()
      await bidi.calls('browser.removeUserContext', { userContext })
    },
  }
}

/** The answer of a function that was called in a page. */
type Answer =
  { type: 'success'; result: { value?: string } } | { type: 'exception'; exceptionDetails: { text: string } }

function createTab(bidi: Bidi, context: string): Tab {
  const acts = (type: 'pointer' | 'key', actions: object[]) =>
    bidi.calls('input.performActions', { context, actions: [{ type, id: type, actions }] })
  return {
    id: context,
    goes: url => bidi.calls('browsingContext.navigate', { context, url, wait: 'interactive' }),
    reloads: () => bidi.calls('browsingContext.reload', { context, wait: 'interactive' }),
    async runs(script, input) {
      const answer = await bidi.calls<Answer>('script.callFunction', {
        functionDeclaration: `input => JSON.stringify((${script})(JSON.parse(input)))`,
        arguments: [{ type: 'string', value: JSON.stringify(input) }],
        target: { context },
        awaitPromise: false,
        userActivation: false,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value)
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
    resizes: (width, height) => bidi.calls('browsingContext.setViewport', { context, viewport: { width, height } }),
    shows: () => bidi.calls('browsingContext.activate', { context }),
    photographs: async () =>
      (await bidi.calls<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    closes: () => bidi.calls('browsingContext.close', { context }),
  }
}
