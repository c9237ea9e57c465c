import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { lazyMachineIds } from '#contract/paths'
import { machines } from '#machines/whole-shop'
import { describeMachine, type MachineDescription } from './describe.ts'

const files = readdirSync(new URL('../../machines/', import.meta.url), { recursive: true, encoding: 'utf8' })

/**
 * The file of a machine, relative to `machines/`: it is named like the machine.
 *
 * @throws if there is none
 */
function fileOf(id: string): string {
  const file = files.find(name => name.endsWith(`/${id}.ts`))
  if (file === undefined) throw new Error(`No file of the machine ${id}`)
  return file
}

/** The text of a machine's file and, if there is one, of `<machine>-setup.ts` beside it. */
function sourceOf(file: string): string {
  const main = new URL(`../../machines/${file}`, import.meta.url)
  const setup = new URL(main.href.replace(/\.ts$/, '-setup.ts'))
  return [main, setup].map(url => (existsSync(url) ? readFileSync(url, 'utf8') : '')).join('\n')
}

/** Every machine, described from its definition and its source. */
export const readMachines = (): MachineDescription[] =>
  Object.entries(machines).map(([id, machine]) => {
    const file = fileOf(id)
    return describeMachine(machine, file, sourceOf(file), lazyMachineIds)
  })
