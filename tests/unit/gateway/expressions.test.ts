import { readdirSync, readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Folders whose expressions read data from a request. */
const folders = ['gateway', 'contract', 'src/server', 'machines']
/** Files whose expressions read the store's own goods, or the built document and its styles. */
const trusted = /^gateway\/demo\/|^src\/server\/(?:assets|document|split-styles)\.ts$/

/**
 * Characters; eight times what a request's path and headers can hold. Linear expressions take about a millisecond for
 * it, quadratic ones more than ten seconds: the limit between them is far from both, so that a slow machine does not
 * decide.
 */
const length = 128 * 1024
/** Milliseconds for one expression and one text. */
const limit = 2_000

interface Expression {
  file: string
  source: string
  flags: string
}

/** Every regular expression that the folders' code contains. */
function expressions(): Expression[] {
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  return files.filter(file => /\.tsx?$/.test(file) && !trusted.test(file)).flatMap(expressionsIn)
}

function expressionsIn(file: string): Expression[] {
  const found: Expression[] = []
  JSON.stringify(parseSync(file, readFileSync(file, 'utf8')).program, (_key, value: unknown) => {
    const { type, regex } = (value ?? {}) as { type?: string; regex?: { pattern: string; flags: string } }
    if (type === 'Literal' && regex) found.push({ file, source: regex.pattern, flags: regex.flags })
    return typeof value === 'bigint' ? null : value
  })
  return found
}

/** Characters to match a class with, in this order. */
const alphabet = [...Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)), '\t', '\n', '\0', 'é', '٣']

/** One character for each part of an expression that matches one: literals, escapes and classes. */
function samplesOf({ source, flags }: Expression): string[] {
  const parts = source.match(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\.|\{[\d,]*\}|\(\?(?:<?[!=]|:)|[^\\[]/gsu) ?? []
  return parts.flatMap(part => {
    if (/^(?:[()|^$*+?]|\(\?.*|\{[\d,]+\}|\\[bB\d])$/s.test(part)) return []
    const one = new RegExp(`^(?:${part})$`, flags.replaceAll(/[gy]/g, ''))
    const taken = alphabet.filter(character => one.test(character))
    return taken.length === 0 ? [] : [taken[Math.floor(taken.length / 2)]!]
  })
}

/**
 * Texts that make backtracking expressions slow: each part repeated, with and without the parts before it, then a character
 * that matches nothing; two neighbours in turn; and all parts in turn.
 */
function hostileTexts(expression: Expression): string[] {
  const samples = samplesOf(expression)
  const fill = (part: string) => part.repeat(Math.ceil(length / Math.max(part.length, 1)))
  const pumps = samples.flatMap((sample, at) => {
    const before = samples.slice(0, at).join('')
    const both = sample + (samples[at + 1] ?? '')
    return [fill(sample), before + fill(sample), before + fill(both)]
  })
  const texts = [...new Set([...pumps, fill(samples.join(''))])].filter(text => text !== '')
  return texts.flatMap(text => [`${text}\u0001`, `${text}x/`])
}

const place: { text: string; expression: RegExp } = { text: '', expression: /./ }
const context = createContext(place)
const search = new Script('expression.lastIndex = 0; while (expression.test(text) && expression.global);')

/** Whether an expression takes longer than `timeout` milliseconds; V8 interrupts it. */
function isSlow({ source, flags }: Expression, text: string, timeout = limit): boolean {
  try {
    Object.assign(place, { text, expression: new RegExp(source, flags) })
    search.runInContext(context, { timeout })
    return false
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
    throw error
  }
}

test('no regular expression takes more than linear time for input from a request', () => {
  const all = expressions()
  expect(all.length).toBeGreaterThan(40)
  const slow = all.flatMap(expression => {
    const text = hostileTexts(expression).find(hostile => isSlow(expression, hostile))
    return text === undefined
      ? []
      : [`${expression.file} /${expression.source}/ on ${JSON.stringify(text.slice(0, 20))}`]
  })
  expect(slow).toEqual([])
})

test.each(['(.)\\/+$', '\\/+$', '(^|[\\s,])br\\s*(;\\s*q=1)?\\s*(,|$)', '(a+)+$', '^(a|a)*$'])(
  'the expression /%s/ is detected as slow',
  source => {
    const expression = { file: '', source, flags: '' }
    expect(hostileTexts(expression).some(text => isSlow(expression, text, 200))).toBe(true)
  },
)
