import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

// the shell has no windows of its own to draw, and takes two thirds of the time
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const playwrightsOwn = (): string[] => {
  try {
    return [chromium.executablePath()]
  } catch {
    return []
  }
}

/** A Chromium that is already here; `CHROMIUM_PATH` wins. @throws when `CHROMIUM_PATH` leads nowhere */
export function findChromium(): string | null {
  const wished = process.env.CHROMIUM_PATH
  if (wished && !existsSync(wished)) throw new Error(`CHROMIUM_PATH is ${wished}, and there is no file.`)
  return wished ?? [...usualPlaces, ...playwrightsOwn()].find(path => existsSync(path)) ?? null
}

const installs = (name: string): boolean =>
  spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', timeout: 600_000 }).status === 0

const tries: [words: string, run: () => void][] = [
  [
    'npx playwright install chromium',
    () => void execFileSync('npx', ['playwright-core', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }),
  ],
  [
    "Debian's package chromium-headless-shell, else chromium",
    () => {
      if (process.getuid?.() !== 0) throw new Error('that needs root')
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: 300_000 })
      if (!installs('chromium-headless-shell') && !installs('chromium')) throw new Error('there is none')
    },
  ],
]

const starts = (path: string) =>
  spawnSync(path, ['--version'], { timeout: 30_000, encoding: 'utf8' }).stdout?.trim() ?? ''

/**
 * The path of a Chromium: one that is here, else one that is installed now.
 *
 * @param say - hears in plain words what was found and done
 * @throws when none can be had
 */
export function chromiumPath(say: (words: string) => void = () => {}): string {
  const here = findChromium()
  if (here) {
    say(`Browser: ${here} (${starts(here)})`)
    return here
  }
  for (const [words, run] of tries) {
    say(`No Chromium here; trying ${words} …`)
    try {
      run()
      const path = findChromium()
      if (path) {
        say(`Browser: installed by ${words}: ${path} (${starts(path)})`)
        return path
      }
    } catch (error) {
      say(`  that failed: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.')
}
