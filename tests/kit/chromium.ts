import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const shells = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell']

const fullBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browsers that Playwright installed: its headless shell is in a folder beside the full browser's. */
function installedByPlaywright(): { shells: string[]; full: string[] } {
  try {
    const full = chromium.executablePath()
    const folder = dirname(dirname(dirname(full)))
    const names = existsSync(folder)
      ? readdirSync(folder).filter(name => name.startsWith('chromium_headless_shell-'))
      : []
    const found = names.flatMap(name =>
      readdirSync(join(folder, name)).flatMap(platform =>
        ['chrome-headless-shell', 'headless_shell', 'chrome-headless-shell.exe'].map(file =>
          join(folder, name, platform, file),
        ),
      ),
    )
    return { shells: found, full: [full] }
  } catch {
    return { shells: [], full: [] }
  }
}

/** Whether a path is the headless shell: it shows no window, and tests take two thirds of the time on it. */
export const isShell = (path: string): boolean => /headless[-_]shell/.test(path)

/** `CI` in the environment: tests run only on the headless shell. */
const isShellRequired = () => ['1', 'true'].includes(process.env.CI ?? '')

/**
 * An installed Chromium: the one that `CHROMIUM_PATH` names, else a headless shell, else a full browser.
 *
 * @throws if there is no file at `CHROMIUM_PATH`
 */
export function findChromium(): string | null {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, and there is no file.`)
  const own = installedByPlaywright()
  const all = [...shells, ...own.shells, ...fullBrowsers, ...own.full]
  return wanted || (all.find(path => existsSync(path)) ?? null)
}

const installs = (name: string): boolean =>
  spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', timeout: 600_000 }).status === 0

const installers: [name: string, install: () => void][] = [
  [
    'npx playwright-core install --only-shell chromium',
    () =>
      void execFileSync('npx', ['playwright-core', 'install', '--only-shell', 'chromium'], {
        stdio: 'ignore',
        timeout: 300_000,
      }),
  ],
  [
    "Debian's package chromium-headless-shell, else chromium",
    () => {
      if (process.getuid?.() !== 0) throw new Error('that needs root')
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: 300_000 })
      if (!installs('chromium-headless-shell') && !installs('chromium')) throw new Error('no such package')
    },
  ],
]

const versionOf = (path: string) =>
  spawnSync(path, ['--version'], { timeout: 30_000, encoding: 'utf8' }).stdout?.trim() ?? ''

function accept(path: string, say: (text: string) => void): string {
  say(`Browser: ${path} (${versionOf(path)})`)
  if (isShell(path)) return path
  const advice =
    'Install it: npx playwright-core install --only-shell chromium, or Debian’s package chromium-headless-shell.'
  if (isShellRequired()) throw new Error(`CI is set, and ${path} is not the headless shell. ${advice}`)
  say(`*** SLOW: this is not Chromium's headless shell, so browser tests take 1.5 times as long. ${advice} ***`)
  return path
}

/**
 * The path of a Chromium. If none is installed, installs one.
 *
 * @param say - receives one line for each thing found or done
 * @throws if there is none and none can be installed, or if `CI` is set and it is not the headless shell
 */
export function chromiumPath(say: (text: string) => void = () => {}): string {
  const installed = findChromium()
  if (installed) return accept(installed, say)
  for (const [name, install] of installers) {
    say(`There is no Chromium. Trying ${name} …`)
    try {
      install()
    } catch (error) {
      say(`  failed: ${(error as Error).message.split('\n')[0]}`)
    }
    const path = findChromium()
    if (path) return accept(path, say)
  }
  throw new Error('There is no Chromium, and none could be installed. Set CHROMIUM_PATH to one.')
}
