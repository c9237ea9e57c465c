import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast as sonner } from 'sonner'
import { avoidCovering, isRestingPlaceFree, toastGap, watchDropdowns } from './toast-placement.ts'
import { ToastCard } from './ToastCard.tsx'
import { createToastStack } from './toast-stack.ts'
import type { Toast } from './toast.ts'
import './Toaster.css'

const stack = createToastStack()

/** Pixels from the top of a wide window: below the header, so that its buttons and search stay usable. */
const wideTop = 168

/** Pixels between the header and the toast of a narrow window. */
const narrowGap = 6

/** As sonner's own breakpoint. */
const narrow = '(max-width: 600px)'

/** Whether only the newest toast is shown, whatever is below: wider ones are folded if they would cover something. */
const isFolded = () => matchMedia(narrow).matches

let isMounted = false

function Region() {
  const folded = useSyncExternalStore(stack.subscribe, stack.isFolded)
  return (
    <Toaster
      position="top-right"
      expand={!folded}
      visibleToasts={folded ? 1 : 4}
      gap={toastGap}
      offset={{ top: wideTop, right: 16 }}
      mobileOffset={{ top: 'var(--toast-top)', left: 8, right: 8 }}
      containerAriaLabel="Messages"
    />
  )
}

/** The errors on the page, and how each is removed. */
const errors = new Map<string, () => void>()

const endErrors = () => errors.forEach(end => end())

/** Adds the toasts' region to the page, once. It has a React root of its own, so that toasts and screens render separately. */
function mount() {
  if (isMounted) return
  isMounted = true
  const container = document.createElement('div')
  container.dataset['screenOnly'] = ''
  document.body.append(container)
  const place = () =>
    container.querySelectorAll<HTMLElement>('[data-sonner-toaster]').forEach(region => {
      if (!stack.isFolded() && !isRestingPlaceFree(region)) stack.fold()
      avoidCovering(region)
    })
  // a refusal does not outlive the attempt that it was about
  document.addEventListener('submit', endErrors, true)
  document.addEventListener('focusin', place)
  watchDropdowns(place)
  new MutationObserver(place).observe(container, { childList: true, subtree: true })
  // what is below a toast moves, such as the cart's lines when one is removed
  new ResizeObserver(place).observe(document.body)
  createRoot(container, {
    // the next toast mounts the region again
    onUncaughtError(error) {
      reportError(error)
      container.remove()
      isMounted = false
    },
  }).render(<Region />)
}

/** Shows one toast. Its machine ends it, so sonner's timer is switched off. One with the same text is replaced and counted. */
export function show(toast: Toast): void {
  mount()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  document.documentElement.style.setProperty('--toast-top', `${Math.max(0, header) + narrowGap}px`)
  const { key, times, replaced } = stack.add(toast, isFolded() || stack.isFolded())
  if (replaced !== null) sonner.dismiss(replaced)
  const end = () => {
    errors.delete(key)
    stack.remove(key)
    sonner.dismiss(key)
  }
  if (toast.kind === 'error') errors.set(key, end)
  sonner.custom(() => <ToastCard {...toast} id={key} times={times} stack={stack} onEnd={end} />, {
    id: key,
    duration: Infinity,
  })
}
