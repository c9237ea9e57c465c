import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { lazyMachineIds } from '#contract/paths'
import { officeMachines } from '#machines/office/office-machines'
import { machines } from '#machines/whole-shop'
import { describeMachine, type MachineDescription } from './describe.ts'

const files = readdirSync(new URL('../../machines/', import.meta.url), { recursive: true, encoding: 'utf8' })

/**
 * The source file of a machine, relative to `machines/`.
 *
 * @throws if no file is named like the machine
 */
function fileOf(id: string): string {
  const stem = id.replaceAll(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)
  const file = files.find(name => name.endsWith(`/${stem}.ts`))
  if (file === undefined) throw new Error(`No file of the machine ${id}`)
  return file
}

/** The source text of a machine and of `<machine>-setup.ts`, if that exists. */
function sourceOf(file: string): string {
  const main = new URL(`../../machines/${file}`, import.meta.url)
  const setup = new URL(main.href.replace(/\.ts$/, '-setup.ts'))
  return [main, setup].map(url => (existsSync(url) ? readFileSync(url, 'utf8') : '')).join('\n')
}

const describeAll = (all: typeof machines): MachineDescription[] =>
  Object.entries(all).map(([id, machine]) => {
    const file = fileOf(id)
    return describeMachine(machine, file, sourceOf(file), lazyMachineIds)
  })

/** Descriptions of every machine of the storefront. */
export const readMachines = (): MachineDescription[] => describeAll(machines)

/** Descriptions of every machine of the office. */
export const readOfficeMachines = (): MachineDescription[] => describeAll(officeMachines)
