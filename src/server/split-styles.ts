/**
 * Components of the layout down to the header. The browser paints them before it has read the rest of the document, so their rules
 * are in the document's head; all other rules come after the header. With all styles in the head, the first contentful paint of the
 * home page was 1.41 times that of the floor page (`npm run bench`), not 1.10: until they are read, so much of the page has arrived
 * that the first layout has 180 elements, not 74. Three parts were slower than two.
 *
 * The order of rules in a page differs from that of the files, so no style may depend on the order of components.
 */
const upToHeader = new Set([
  'AccountMenu',
  'CartMenu',
  'Dropdown',
  'Header',
  'Icon',
  'LayoutScreen',
  'Search',
  'SkipLink',
  'SlimBar',
  'Wordmark',
])

/** Text of style sheets in two parts. */
export interface Styles {
  /** For the document's head. */
  first: string
  /** For everything below the header. */
  later: string
}

interface Rule {
  /** Selectors, or an at-rule up to its block. */
  prelude: string
  /** Null for a statement, such as `@layer reset, base`. */
  body: string | null
}

/** The outermost rules of a minified style sheet. */
function* rulesOf(css: string): Generator<Rule> {
  let [depth, start, opened] = [0, 0, 0]
  for (const { 0: token, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (token === '{') {
      if (depth === 0) opened = index
      depth += 1
    } else if (token === '}') {
      depth -= 1
      if (depth > 0) continue
      yield { prelude: css.slice(start, opened), body: css.slice(opened + 1, index) }
      start = index + 1
    } else if (token === ';' && depth === 0) {
      yield { prelude: css.slice(start, index), body: null }
      start = index + 1
    }
  }
}

const holdsRules = /^\s*@(?:layer|media|supports|container)\b/

/** Whether no selector can match in the header: each names the class of another component. */
const isLater = (selectors: string): boolean =>
  selectors
    .split(/,(?![^(]*\))/)
    .every(one => [...one.matchAll(/\.([A-Z]\w*)-/g)].some(([, component]) => !upToHeader.has(component!)))

/** Divides a minified style sheet into what the page needs down to its header, and the rest. Each part keeps the order of its rules. */
export function splitStyles(css: string): Styles {
  let [first, later] = ['', '']
  for (const { prelude, body } of rulesOf(css)) {
    if (body === null) first += `${prelude};`
    else if (holdsRules.test(prelude)) {
      const inner = splitStyles(body)
      if (inner.first) first += `${prelude}{${inner.first}}`
      if (inner.later) later += `${prelude}{${inner.later}}`
    } else if (isLater(prelude)) later += `${prelude}{${body}}`
    else first += `${prelude}{${body}}`
  }
  return { first, later }
}
