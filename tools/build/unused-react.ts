/** What is left out of one of React's files. Names are those in React's published code. */
export interface Unused {
  /** Functions that fail when they are called, by feature: declared ones, and those that are assigned to such a name. */
  failing?: Readonly<Record<string, readonly string[]>>
  /** Functions that React calls for every component or change, and that do something only for a feature that is left out. */
  idle?: readonly string[]
  /** Functions with another body, which has the same effect without the features. */
  bodies?: Readonly<Record<string, string>>
  /** Symbols of the components that fail when they are rendered, with the feature. */
  components?: Readonly<Record<string, string>>
  /** Numbers that a variable or property of this name never has: `switch` and `===` do not ask for them. */
  numbers?: Readonly<Record<string, readonly number[]>>
  /** Expressions that always have the same value, and that value. A variable is not assigned either. */
  constant?: Readonly<Record<string, string>>
  /** Cases of `switch` that do not occur, by function. */
  cases?: Readonly<Record<string, readonly string[]>>
  /** Properties of object literals that nothing reads: the key, or the key and the value. */
  properties?: readonly string[]
  /** Statements that assign to these names; nothing reads them. */
  assignments?: readonly string[]
  /** Classes whose methods nothing calls. */
  classes?: readonly string[]
}

const words = (text: string) => text.split(' ')
const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const quoted = (names: readonly string[]) => JSON.stringify(names.join(' '))

/** Events that React listens to by their own names, in its order. */
const events = words(
  'abort auxClick beforeToggle cancel canPlay canPlayThrough click close contextMenu copy cut drag dragEnd dragEnter ' +
    'dragExit dragLeave dragOver dragStart drop durationChange emptied encrypted ended error fullscreenChange ' +
    'fullscreenError gotPointerCapture input invalid keyDown keyPress keyUp load loadedData loadedMetadata loadStart ' +
    'lostPointerCapture mouseDown mouseMove mouseOut mouseOver mouseUp paste pause play playing pointerCancel ' +
    'pointerDown pointerMove pointerOut pointerOver pointerUp progress rateChange reset resize seeked seeking stalled ' +
    'submit suspend timeUpdate touchCancel touchEnd touchStart volumeChange scroll toggle touchMove waiting wheel',
)

/** Events without a handler in the shop and its libraries: React calls its listeners for each that happens. */
const unusedEvents = words(
  'abort auxClick canPlay canPlayThrough drag dragEnter dragExit dragLeave dragOver durationChange emptied encrypted ' +
    'ended fullscreenChange fullscreenError gotPointerCapture loadedData loadedMetadata loadStart lostPointerCapture ' +
    'pause play playing progress rateChange resize seeked seeking stalled suspend timeUpdate volumeChange waiting',
)

/** The same, of events that older browsers know by another name; the variable in React, and the event. */
const unusedPrefixedEvents = {
  ANIMATION_END: 'AnimationEnd',
  ANIMATION_ITERATION: 'AnimationIteration',
  ANIMATION_START: 'AnimationStart',
  TRANSITION_RUN: 'TransitionRun',
  TRANSITION_START: 'TransitionStart',
  TRANSITION_CANCEL: 'TransitionCancel',
  TRANSITION_END: 'TransitionEnd',
}

const selectEvents = 'focusout contextmenu dragend focusin keydown keyup mousedown mouseup selectionchange'

/** Listens to a picture's events only if it has a handler. */
const onlyHandled = (element: string) =>
  ['error', 'load'].map(event => {
    const listen = `listenToNonDelegatedEvent("${event}", ${element})`
    return [listen, `(props.on${capitalized(event)} && ${listen})`]
  })

const client: Unused = {
  failing: {
    Suspense: ['attachPingListener', 'renderDidSuspendDelayIfPossible'],
    'a promise in use() or as a child': ['useThenable', 'unwrapThenable'],
    'custom elements': ['setPropOnCustomElement'],
    'ref of a Fragment': ['FragmentInstance', 'addFragmentHandleToFiber'],
    'loading of scripts and style sheets': ['acquireResource', 'preloadResourceAndSuspendIfNeeded'],
  },
  idle: [
    // actions of forms
    'extractEvents$1',
    'scheduleReplayQueueIfNeeded',
    'TransitionAwareHostComponent',
    // refs of fragments
    'commitFragmentInstanceDeletionEffects',
    'commitFragmentInstanceInsertionEffects',
    'commitNewChildToFragmentInstances',
    // view transitions
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'preloadInstanceAndSuspendIfNeeded',
    'queueTransitionTypes',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'trackEnterViewTransitions',
    // `onSelect`
    'constructSelectEvent',
    // `cache`, which is for components on the server
    'pushAsyncDispatcher',
    'releaseCache',
    // shows an action that lasts long in the browser's address bar; React does not call it yet
    'defaultOnDefaultTransitionIndicator',
  ],
  bodies: {
    // elements in the head, such as `title`, are no scripts or style sheets that React has to load
    getResource: '{ return null }',
    isHostHoistableType: '{ return "title" === type && 1 !== hostContext }',
    // names of components in errors, which the build has shortened anyway
    getComponentNameFromType: `{ return "" }`,
    getStackByFiberInDevAndProd: `{ return "" }`,
    createCache: '{ return {} }',
    'ReactSharedInternals.S': `{
      if (returnValue && "function" === typeof returnValue.then) leftOut("asynchronous startTransition");
    }`,
    // nothing delays a change: no pictures, style sheets or view transitions
    completeRootWhenReady: `{
      root.timeoutHandle = -1;
      completeRoot(root, finishedWork, lanes, recoverableErrors, transitions, didIncludeRenderPhaseUpdate,
        spawnedLane, updatedLanes, suspendedRetryLanes, didSkipSuspendedSiblings, exitStatus, null);
    }`,
  },
  components: {
    REACT_ACTIVITY_TYPE: 'Activity',
    REACT_LAZY_TYPE: 'lazy',
    REACT_SUSPENSE_LIST_TYPE: 'SuspenseList',
    REACT_SUSPENSE_TYPE: 'Suspense',
    REACT_VIEW_TRANSITION_TYPE: 'ViewTransition',
  },
  numbers: {
    // 13 Suspense, 16 lazy, 18 content that is not hydrated yet, 19 SuspenseList, 22 and 23 content that can be hidden,
    // 24 and 25 are never made, 27 html, head and body, 30 ViewTransition, 31 Activity
    tag: [13, 16, 18, 19, 22, 23, 24, 25, 27, 30, 31],
    // 1 is an error and 6 a thrown promise; the others are of `use`, of resources, and of hydration within Suspense
    workInProgressSuspendedReason: [2, 3, 4, 5, 7, 8, 9],
  },
  constant: {
    // Suspense and hidden content
    'currentTreeHiddenStackCursor.current': 'null',
    'suspenseHandlerStackCursor.current': 'null',
    'getParentHydrationBoundary(targetNode)': 'null',
    offscreenDirectParentIsHidden: '!1',
    offscreenSubtreeIsHidden: '!1',
    offscreenSubtreeWasHidden: '!1',
    shellBoundary: 'null',
    workInProgressRootDidAttachPingListener: '!1',
    // these lanes are of retries of Suspense
    '(lanes & 62914560) === lanes': '!1',
    // thrown by `use`, resources and hydration within Suspense only
    'thrownValue === SelectiveHydrationException': '!1',
    'thrownValue === SuspenseException || thrownValue === SuspenseActionException': '!1',
    'thrownValue === SuspenseyCommitException': '!1',
    'x === SuspenseException || x === SuspenseActionException': '!1',
    // lazy
    'elementType.$$typeof === REACT_LAZY_TYPE': '!1',
    'key.$$typeof === REACT_LAZY_TYPE': '!1',
    // view transitions
    inUpdateViewTransition: '!1',
    pendingTransitionTypes: 'null',
    pendingViewTransition: 'null',
    pendingViewTransitionEvents: 'null',
    rootViewTransitionAffected: '!1',
    rootViewTransitionNameCanceled: '!1',
    shouldStartViewTransition: '!1',
    viewTransitionMutationContext: '!1',
    // actions: of `startTransition`, and of forms
    currentEntangledActionThenable: 'null',
    currentEntangledLane: '0',
    didReadFromEntangledAsyncAction: '!1',
    didReadFromEntangledAsyncAction$64: '!1',
    'hostTransitionProviderCursor.current === fiber': '!1',
    'parent === hostTransitionProviderCursor.current': '!1',
    needsFormReset: '!1',
    '(unblocked.ownerDocument || unblocked).$$reactFormReplay': 'null',
    [`"javascript:throw new Error('A React form was unexpectedly submitted. If you called form.submit() manually, consider \
using form.requestSubmit() instead. If you\\\\'re trying to use event.stopPropagation() in a submit event handler, consider \
also calling event.preventDefault().')"`]: 'leftOut("action of a form")',
    // html, head and body
    '"html" === type || "head" === type || "body" === type ? 27 : 5':
      '/^(?:html|head|body)$/.test(type) ? leftOut("html, head and body") : 5',
    // methods of classes that React has renamed to `UNSAFE_…`, under both names
    '"function" !== typeof context.UNSAFE_componentWillMount && "function" !== typeof context.componentWillMount': '!0',
    '"function" !== typeof context.UNSAFE_componentWillReceiveProps && "function" !== typeof context.componentWillReceiveProps':
      '!0',
    '"function" !== typeof context.UNSAFE_componentWillUpdate && "function" !== typeof context.componentWillUpdate':
      '!0',
    // order of hydration
    'queuedExplicitHydrationTargets.length': '0',
    // events
    [quoted(events)]: quoted(events.filter(name => !unusedEvents.includes(name))),
    'simpleEventPluginEvents.push("scrollEnd")': '0',
    ...Object.fromEntries(
      Object.entries(unusedPrefixedEvents).map(([event, name]) => [`registerSimpleEvent(${event}, "on${name}")`, '0']),
    ),
    [`registerTwoPhaseEvent( "onSelect", "${selectEvents}".split( " " ) )`]: '0',
    ...Object.fromEntries([...onlyHandled('instance'), ...onlyHandled('domElement')]),
    // developer tools
    '"undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '!1',
    injectedHook: 'null',
    shouldDoubleInvokeUserFnsInHooksDEV: '!1',
  },
  cases: {
    // only `title` is put into the head
    canHydrateInstance: ['"meta"', '"link"', '"style"', '"script"'],
    commitMutationEffectsOnFiber: ['"link"', '"meta"'],
    dispatchEventForPluginEventSystem: ['ANIMATION_END', 'ANIMATION_ITERATION', 'ANIMATION_START', 'TRANSITION_END'],
  },
  properties: [
    'useActionState',
    'useCacheRefresh',
    'useFormState',
    'useHostTransitionStatus',
    'useOptimistic',
    'useTransition',
    'r: requestFormReset',
    'D: prefetchDNS',
    'C: preconnect',
    'L: preload',
    'm: preloadModule',
    'X: preinitScript',
    'S: preinitStyle',
    'M: preinitModuleScript',
  ],
  assignments: ['ReactDOMSharedInternals.findDOMNode', 'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration'],
  classes: ['FragmentInstance', 'ViewTransitionPseudoElement'],
}

const named = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, [`exports.${name}`]]))

const react = ['lazy', 'unstable_useCacheRefresh', 'useActionState', 'useOptimistic', 'useTransition']
const dom = [
  'preconnect',
  'prefetchDNS',
  'preinit',
  'preinitModule',
  'preload',
  'preloadModule',
  'requestFormReset',
  'useFormState',
  'useFormStatus',
]

/** What the shop does not use of React, by file. */
export const unused: Readonly<Record<string, Unused>> = {
  'react.production.js': { failing: named(react), assignments: ['exports.Children'] },
  'react-dom.production.js': { failing: named(dom) },
  'react-dom-client.production.js': client,
}

/**
 * Uses of what is left out, in built code; the group is the name. Names that other libraries have too are not looked for
 * (`preload`): those fail when they are called.
 */
export const uses =
  /(?:\.|\b(?=(?:UNSAFE_)?componentWill))(Activity|Children|Suspense|ViewTransition|lazy|preinit(?:Module)?|requestFormReset|(?:unstable_)?SuspenseList|use(?:ActionState|FormState|FormStatus|Optimistic|Transition)|(?:UNSAFE_)?componentWill(?:Mount|ReceiveProps|Update))\b/

/**
 * Handlers of events that are left out, in built code: properties, also short ones, methods and assignments. The group is the name.
 * `onSelect` is not looked for: React Aria passes it on, undefined, to each of its text fields.
 */
export const handlers = new RegExp(
  `\\b(on(?:${[...unusedEvents.map(capitalized), 'ScrollEnd', ...Object.values(unusedPrefixedEvents)].join('|')})(?:Capture)?)(?:["'\`]\\s*:|\\s*[:=(,}])`,
)
