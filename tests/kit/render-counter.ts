/** A node of React's tree, with the fields that counting needs. */
interface Fiber {
  tag: number
  type: { name?: string; displayName?: string; type?: { name?: string } } | string | null
  flags: number
  alternate: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
}

/** React sets this flag on a component that it called during a render. */
const performedWork = 1

/** Tags of function components: plain, with a ref, memoised with and without a comparison of its own. */
const components = [0, 11, 14, 15]

const nameOf = ({ type }: Fiber): string =>
  typeof type === 'object' || typeof type === 'function'
    ? (type?.displayName ?? type?.name ?? type?.type?.name ?? '')
    : ''

// Each test file imports its own copy of this module; React DOM keeps the counter of the first one.
const { renderCount: rendered } = Object.assign(globalThis, {
  renderCount: (globalThis as { renderCount?: Map<string, number> }).renderCount ?? new Map<string, number>(),
})

function count(fiber: Fiber) {
  if (!components.includes(fiber.tag)) return
  const name = nameOf(fiber)
  rendered.set(name, (rendered.get(name) ?? 0) + 1)
}

function countNew(fiber: Fiber | null) {
  for (let one = fiber; one; one = one.sibling) {
    count(one)
    countNew(one.child)
  }
}

/** Counts the renders of a commit below a node. If the children are identical to the previous ones, nothing below was visited. */
function countChanges(now: Fiber, before: Fiber) {
  if (now.child === before.child) return
  for (let child = now.child; child; child = child.sibling) {
    if (child.alternate === null) {
      count(child)
      countNew(child.child)
    } else {
      if (child.flags & performedWork) count(child)
      countChanges(child, child.alternate)
    }
  }
}

// React looks for this once, when it is imported: the setup of the tests imports this file first
Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_: number, { current }: { current: Fiber }) {
      if (current.alternate === null) countNew(current.child)
      else countChanges(current, current.alternate)
    },
  },
})

/** Resets the counts. */
export const resetRenderCounts = (): void => rendered.clear()

/** How often each component was rendered since the last reset, by its name. */
export const renderCounts = (): Readonly<Record<string, number>> => Object.fromEntries(rendered)
