import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { WebKitPrograms } from './webkit.ts'

/** A program on the path; null if it is not installed. */
const onPath = (name: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(existsSync) ?? null

/** An installed Firefox: the one that `FIREFOX_PATH` names, else one on the path. @throws if there is no file at `FIREFOX_PATH` */
export function findFirefox(): string | null {
  const wanted = process.env.FIREFOX_PATH
  if (wanted && !existsSync(wanted)) throw new Error(`FIREFOX_PATH is ${wanted}, and there is no file.`)
  return wanted || (onPath('firefox-esr') ?? onPath('firefox'))
}

/** Where distributions have the folders of WebKitGTK; Debian's are in a folder for each architecture. */
const libraryFolders = ['/usr/lib', '/usr/lib64', '/usr/libexec']

/** MiniBrowser, which no distribution has on the path; null if it is not installed. */
function findMiniBrowser(): string | null {
  const folders = libraryFolders.filter(existsSync).flatMap(folder => [
    folder,
    ...readdirSync(folder)
      .filter(name => name.endsWith('-linux-gnu'))
      .map(name => join(folder, name)),
  ])
  return folders.map(folder => join(folder, 'webkit2gtk-4.1', 'MiniBrowser')).find(existsSync) ?? null
}

/** The programs of an installed WebKitGTK; null if one of them is missing. */
export function findWebKit(): WebKitPrograms | null {
  const driver = onPath('WebKitWebDriver')
  const browser = findMiniBrowser()
  const screen = onPath('Xvfb')
  return driver && browser && screen ? { driver, browser, screen } : null
}

/** What to install for an engine. */
const packagesOf = { Firefox: 'firefox-esr', WebKit: 'webkit2gtk-driver and xvfb' } as const

/** One line for each engine that is left out because it is not installed. */
export function leftOutEngines(): string[] {
  const found = { Firefox: findFirefox(), WebKit: findWebKit() }
  return Object.entries(packagesOf)
    .filter(([name]) => found[name as keyof typeof found] === null)
    .map(([name, packages]) => `Left out: the journeys in ${name}. Install Debian's ${packages} to run them.`)
}
