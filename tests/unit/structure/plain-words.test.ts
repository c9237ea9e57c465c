import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const tops = ['src', 'machines', 'contract', 'gateway', 'tools/inspector']

/** Phrases that read as translated, and what to write instead. */
const phrases: [unwanted: RegExp, instead: string][] = [
  [/\bstands? (?:at|on|here|there|in|open)\b/i, 'is'],
  [/\banew\b/i, 'again'],
  [/\bin one go\b/i, 'at once'],
  [/\banother one\b/i, 'a different one'],
  [/\bgive (?:an?|another|your)\b/i, 'enter'],
  [/\bgiven back\b/i, 'refunded'],
  [/\bdid not load\b/i, 'We couldn’t load …'],
  [/\bis safe\b/i, 'is saved'],
  [/\bneeds? another look\b/i, 'Please fix …'],
  [/\bcame to nothing\b/i, 'didn’t go through'],
  [/\bbelong together\b/i, 'don’t match'],
  [/\b(?:somebody|nobody|whoever|everybody)\b/i, 'name the person'],
  [/\bworked out\b/i, 'calculated'],
  [/\blet go of\b/i, 'cancelled'],
  [/\bthe shop on the web\b/i, 'our online shop'],
  [/\bif it was not you\b/i, 'Didn’t do this?'],
  [/\bgo on\b/i, 'continue'],
  [/\bsee it again\b/i, 'Can’t see it?'],
]

/** Every source file with texts of the shop, except the names and descriptions of the sample goods. */
const files = tops
  .flatMap(top =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:tsx?|js)$/.test(name))
      .map(name => posix.join(top, name)),
  )
  .filter(file => !file.startsWith('gateway/demo/catalogue/aisles/'))

/**
 * The texts of a file that people may read: string literals with a space (except descriptions of states),
 * templates and the text of elements.
 */
function textsIn(file: string, code: string): string[] {
  const texts: string[] = []
  const descriptions = new Set<number>()
  const add = (text: string) => texts.push(text.replaceAll(/\s+/g, ' ').trim())
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'description') descriptions.add(value.start)
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && value.includes(' ') && !descriptions.has(start)) add(value)
    },
    TemplateElement({ value }) {
      add(value.cooked ?? '')
    },
    JSXText({ value }) {
      add(value)
    },
  }).visit(parseSync(file, code).program)
  return texts
}

const unwantedIn = (text: string): string[] =>
  phrases.filter(([unwanted]) => unwanted.test(text)).map(([, instead]) => `${text} → ${instead}`)

describe('the texts of the shop', () => {
  test('contain no phrase that reads as translated', () => {
    expect(files).toContain('gateway/payments/sandbox/sdk.js')
    const found = files.flatMap(file => {
      const code = readFileSync(join(root, file), 'utf8')
      // comments may have them: only a file with a hit is parsed
      if (unwantedIn(code.replaceAll(/\s+/g, ' ')).length === 0) return []
      return textsIn(file, code)
        .flatMap(unwantedIn)
        .map(hit => `${file}: ${hit}`)
    })
    expect(found).toEqual([])
  })

  test.each([
    `<p>Nothing stands at this address.</p>`,
    `<p>\n  Buy your last basket\n  again in one go\n</p>`,
    `const text = 'You can pay anew.'`,
    'const mail = `Hello,\n\nsomebody asked for ${thing}`',
  ])('are checked in %j', code => {
    expect(textsIn('a.tsx', code).flatMap(unwantedIn)).toHaveLength(1)
  })
})
