import { fileURLToPath } from 'node:url'
import { build, parseSync, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { cartMachine } from '#machines/cart/cart'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { fingerprintOf } from '#machines/journal/fingerprint'
import { stripDescriptions, withoutDescriptions } from '#tools/build/strip-descriptions'

interface Node {
  description?: string
  states: Record<string, Node>
}
const describedIn = (node: Node): string[] => [
  ...(node.description === undefined ? [] : [node.description]),
  ...Object.values(node.states).flatMap(describedIn),
]
const descriptionsOf = (machine: AnyStateMachine) => describedIn(machine.root as unknown as Node)

const without = (code: string) => withoutDescriptions(code, parseSync('machine.js', code).program)

/** A machine from the shop's build. */
async function built(file: string, name: string): Promise<AnyStateMachine> {
  const entry = fileURLToPath(new URL(`../../../machines/${file}.ts`, import.meta.url))
  const [output] = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [stripDescriptions()],
    build: { write: false, lib: { entry, formats: ['es'] } },
  })) as Rollup.RollupOutput[]
  const module: Record<string, AnyStateMachine> = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(output!.output[0].code)}`
  )
  return module[name]!
}

test.each([
  ['cart/cart', 'cartMachine', cartMachine],
  ['catalogue/catalogue', 'catalogueMachine', catalogueMachine],
] as const)('the built machine %s describes no state and fits journals of the source', async (file, name, machine) => {
  const inBuild = await built(file, name)
  expect(descriptionsOf(machine).length).toBeGreaterThan(10)
  expect(descriptionsOf(inBuild)).toEqual([])
  expect(fingerprintOf(inBuild)).toBe(fingerprintOf(machine))
})

test('descriptions of states are removed, with the comma after them', () => {
  expect(without(`setup({}).createMachine({ id: 'ü', description: '香', states: { a: { description: "b" } } })`)).toBe(
    `setup({}).createMachine({ id: 'ü',  states: { a: {  } } })`,
  )
})

test('the types of a setup are removed, with the comma after them', () => {
  expect(without(`setup({ types: { context: {} }, guards: {} }).createMachine({ types: 1 })`)).toBe(
    `setup({  guards: {} }).createMachine({ types: 1 })`,
  )
})

test('other properties called description stay', () => {
  const code = `const description = { description: 'x' }
setup({ actions: { tell: () => ({ description: 'y' }) } }).createMachine({ context: { description: 'z' }, description })`
  expect(without(code)).toBe(code)
})
