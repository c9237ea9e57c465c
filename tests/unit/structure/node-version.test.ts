import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lock {
  packages: Record<string, { engines?: { node?: string } }>
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')) as unknown

/** The major and minor number of a range that begins with a least version; null for other ranges. */
function leastIn(range: string): [major: number, minor: number] | null {
  const [, major, minor] = /^>=\s*(\d+)(?:\.(\d+))?/.exec(range) ?? []
  return major === undefined ? null : [Number(major), Number(minor ?? 0)]
}

test('no installed package demands a newer Node than the project', () => {
  const { engines } = read('package.json') as { engines: { node: string } }
  const [ourMajor, ourMinor] = leastIn(engines.node)!
  const demanding = Object.entries((read('package-lock.json') as Lock).packages).filter(([, { engines }]) => {
    const least = leastIn(engines?.node ?? '')
    return least !== null && (least[0] > ourMajor || (least[0] === ourMajor && least[1] > ourMinor))
  })
  expect(demanding.map(([name, { engines }]) => `${name} ${engines!.node}`)).toEqual([])
})
