import { createRoot } from 'react-dom/client'
import { Toaster, toast as sonner } from 'sonner'
import { avoidFocus } from './toast-placement.ts'
import { ToastCard } from './ToastCard.tsx'
import type { Toast } from './toasts.ts'
import './Toaster.css'

/** Pixels from the top to where the header has ended: a message leaves cart, menus and search free. */
const belowHeader = { wide: 168, narrow: 156 }

let mounted = false

/** Puts the region into the page, once; it stands outside the shop's own tree, so that no screen redraws it. */
function mount() {
  if (mounted) return
  mounted = true
  const place = document.createElement('div')
  place.dataset['screenOnly'] = ''
  document.body.append(place)
  const yieldToFocus = () => place.querySelectorAll<HTMLElement>('[data-sonner-toaster]').forEach(avoidFocus)
  document.addEventListener('focusin', yieldToFocus)
  new MutationObserver(yieldToFocus).observe(place, { childList: true, subtree: true })
  createRoot(place).render(
    <Toaster
      position="top-right"
      expand
      visibleToasts={4}
      gap={10}
      offset={{ top: belowHeader.wide, right: 16 }}
      mobileOffset={{ top: belowHeader.narrow, left: 16, right: 16 }}
      containerAriaLabel="Messages"
    />,
  )
}

/** Shows one toast. It ends by its own timer (section 9), so sonner's own never runs. */
export function show(toast: Toast): void {
  mount()
  sonner.custom(id => <ToastCard {...toast} onEnd={() => sonner.dismiss(id)} />, { duration: Infinity })
}
