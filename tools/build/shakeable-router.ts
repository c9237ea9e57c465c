import type { Plugin } from 'vite'

const itsFiles = /\/react-router\/dist\/\w+\/chunk-[\w-]+\.mjs$/

/** Code that runs when the library loads and so keeps unused code in the bundle, each with its replacement. */
const patterns: readonly [what: string, found: RegExp, instead: string][] = [
  ['createContext', /\b(React\d*\.createContext\()/g, '/* @__PURE__ */ $1'],
  ['memo', /\b(React\d*\.memo\()/g, '/* @__PURE__ */ $1'],
  ['forwardRef', /\b(React\d*\.forwardRef\()/g, '/* @__PURE__ */ $1'],
  // the bundler treats a class as a side effect if it extends another one or gets a property later
  [
    'contextType',
    /^(var (\w+) = class extends React\d*\.Component \{)([^]*?)^\2\.(contextType = \w+;)$/gm,
    '$1 static $4$3',
  ],
  ['class', /^(var \w+ = )(class extends React\d*\.Component \{[^]*?^\});$/gm, '$1/* @__PURE__ */ (() => $2)();'],
  ['URL', /^(var \w+ = )(new URL\()/gm, '$1/* @__PURE__ */ $2'],
  [
    'version',
    /^try \{\n  if \(isBrowser\d*\) \{\n    window\.__reactRouterVersion = [^]*?^\} catch \(e\) \{\n\}$/gm,
    '',
  ],
  ['displayName', /^\w+\.displayName = .*;$/gm, ''],
]

/**
 * The library's code without side effects that keep unused parts in the bundle.
 *
 * @param seen - called with the patterns that were found
 */
export function shakeable(code: string, seen: (what: string) => void): string {
  return patterns.reduce((text, [what, found, instead]) => {
    if (text.search(found) >= 0) seen(what)
    return text.replace(found, instead)
  }, code)
}

/**
 * Lets the bundler remove the parts of React Router that the shop does not use: routes, loaders, forms, server code. Its
 * modules create contexts, classes and components when they are evaluated, and nothing marks that as free of side effects.
 */
export function shakeableRouter(): Plugin {
  const seen = new Set<string>()
  return {
    name: 'shop:shakeable-router',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: itsFiles },
      handler: code => ({ code: shakeable(code, what => seen.add(what)), map: null }),
    },
    buildEnd(error) {
      const missing = patterns.map(([what]) => what).filter(what => !seen.has(what))
      if (error || missing.length === 0) return
      this.error(`React Router is written differently now: no ${missing.join(', ')} to mark in ${itsFiles.source}`)
    },
  }
}
