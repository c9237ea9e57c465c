import { parseSync, Visitor, type Plugin } from 'vite'

/** The version whose code was read for the lists below. */
const version = '19.3.1'

/** Features of React DOM that the shop does not use, with their functions. Those fail if they are called. */
const unused: Readonly<Record<string, readonly string[]>> = {
  ViewTransition: [
    'startViewTransition',
    'flushAfterMutationEffects',
    'createViewTransitionInstance',
    'applyViewTransitionToHostInstances',
    'restoreViewTransitionOnHostInstances',
  ],
  'ref of a Fragment': ['FragmentInstance', 'addFragmentHandleToFiber'],
  SuspenseList: ['updateSuspenseListComponent', 'cutOffTailIfNeeded'],
  Activity: ['updateActivityComponent'],
  useActionState: ['mountActionState', 'updateActionState', 'rerenderActionState'],
  'loading of scripts and style sheets': [
    'acquireResource',
    'insertStylesheetIntoRoot',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadResourceAndSuspendIfNeeded',
    'preloadStylesheet',
    'suspendResource',
  ],
}

/** Functions that run with every change of the document, and do something only for the features above. */
const idle: readonly string[] = [
  'accumulateSuspenseyCommitOnFiber',
  'commitExitViewTransitions',
  'commitFragmentInstanceDeletionEffects',
  'commitFragmentInstanceInsertionEffects',
  'commitNewChildToFragmentInstances',
  'preloadInstanceAndSuspendIfNeeded',
  'restoreEnterOrExitViewTransitions',
  'trackEnterViewTransitions',
]

/** Functions that always return the same. */
const constant: Readonly<Record<string, string>> = {
  // elements in the head, such as `title`, are no scripts or style sheets that React has to load
  getResource: 'null',
  waitForCommitToBeReady: 'null',
  // names of components in errors, which the build has shortened anyway
  getComponentNameFromType: "''",
  getStackByFiberInDevAndProd: "''",
}

/** Classes whose methods are dropped. */
const classes: readonly string[] = ['FragmentInstance', 'ViewTransitionPseudoElement']

const bodies = new Map<string, string>([
  ...Object.entries(unused).flatMap(([feature, names]) =>
    names.map(name => [name, `{ throw Error("${feature}: tools/build/lean-react.ts") }`] as const),
  ),
  ...idle.map(name => [name, '{}'] as const),
  ...Object.entries(constant).map(([name, value]) => [name, `{ return ${value} }`] as const),
])

/**
 * React DOM's code without the features that the shop does not use.
 *
 * @param code - `react-dom-client.production.js`
 * @throws if it is another version, or a function is missing
 */
export function lean(code: string): string {
  if (!code.includes(`exports.version = "${version}";`))
    throw new Error(`React DOM is not ${version}: check what tools/build/lean-react.ts leaves out`)
  const edits: { start: number; end: number; text: string }[] = []
  const missing = new Set([...bodies.keys(), ...classes])
  const visitor = new Visitor({
    FunctionDeclaration({ id, body }) {
      const text = id && bodies.get(id.name)
      if (text === null || text === undefined || !body) return
      edits.push({ start: body.start, end: body.end, text })
      missing.delete(id!.name)
    },
    ExpressionStatement({ start, end, expression }) {
      const name = /^(\w+)\.prototype\.\w+ = function /.exec(code.slice(start, end))?.[1]
      if (expression.type !== 'AssignmentExpression' || name === undefined || !classes.includes(name)) return
      edits.push({ start, end, text: '' })
      missing.delete(name)
    },
  })
  visitor.visit(parseSync('react-dom.js', code, { sourceType: 'script' }).program)
  if (missing.size > 0) throw new Error(`React DOM has no ${[...missing].join(', ')}`)
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

const features = /\.(?:ViewTransition|(?:unstable_)?SuspenseList|Activity|useActionState|useFormState)\b/

/** Leaves features of React DOM that the shop does not use out of builds for browsers. Development and tests have all of React. */
export function leanReact(): Plugin {
  return {
    name: 'shop:lean-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler: code => ({ code: lean(code), map: null }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const used = file.type === 'chunk' && file.name !== 'react' && features.exec(file.code)
        if (used)
          this.error(`${file.fileName} uses React's ${used[0].slice(1)}, which tools/build/lean-react.ts leaves out`)
      }
    },
  }
}
