import type { Toast } from './toast.ts'

let toaster: Promise<typeof import('./Toaster.tsx')> | undefined

/** Loads the code that shows toasts; called when the page is idle, so that the first toast needs no network. */
export function prepareToasts(): Promise<typeof import('./Toaster.tsx')> {
  toaster ??= import('./Toaster.tsx').catch((error: unknown) => {
    toaster = undefined // the next toast tries again
    throw error
  })
  return toaster
}

/** Shows a toast at the top right, the newest on top. Loads the code for it first if necessary. */
export function showToast(toast: Toast): void {
  prepareToasts().then(
    ({ show }) => show(toast),
    () => showPlainly(toast.text),
  )
}

/** Shows a message if the toasts' code could not be loaded. */
function showPlainly(text: string): void {
  const message = document.createElement('p')
  message.role = 'alert'
  message.dataset['plainToast'] = ''
  document.body.append(message)
  message.textContent = text
  message.onclick = () => message.remove()
  setTimeout(() => message.remove(), 5_000)
}
