import { createRoot } from 'react-dom/client'
import { Toaster, toast as sonner } from 'sonner'
import { avoidFocus } from './toast-placement.ts'
import { ToastCard } from './ToastCard.tsx'
import type { Toast } from './toasts.ts'
import './Toaster.css'

/** Pixels from the top of the window: below the header, so that cart, menus and search stay usable. */
const top = { wide: 168, narrow: 156 }

let isMounted = false

/** Adds the toasts' region to the page, once. It has a React root of its own, so that toasts and screens render separately. */
function mount() {
  if (isMounted) return
  isMounted = true
  const container = document.createElement('div')
  container.dataset['screenOnly'] = ''
  document.body.append(container)
  const place = () => container.querySelectorAll<HTMLElement>('[data-sonner-toaster]').forEach(avoidFocus)
  document.addEventListener('focusin', place)
  new MutationObserver(place).observe(container, { childList: true, subtree: true })
  createRoot(container).render(
    <Toaster
      position="top-right"
      expand
      visibleToasts={4}
      gap={10}
      offset={{ top: top.wide, right: 16 }}
      mobileOffset={{ top: top.narrow, left: 16, right: 16 }}
      containerAriaLabel="Messages"
    />,
  )
}

/** Shows one toast. Its machine ends it, so sonner's timer is switched off. */
export function show(toast: Toast): void {
  mount()
  sonner.custom(id => <ToastCard {...toast} onEnd={() => sonner.dismiss(id)} />, { duration: Infinity })
}
