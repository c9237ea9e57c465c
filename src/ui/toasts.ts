/** A message that comes and goes. */
export interface Toast {
  kind: 'success' | 'error'
  text: string
  /** One thing to do about it: 'View Cart', 'Undo'. */
  action?: { label: string; act: () => void }
}

let region: Promise<typeof import('./Toaster.tsx')> | undefined

/** Loads what shows toasts, so that the first one needs no network; for the first idle moment. */
export function prepareToasts(): Promise<typeof import('./Toaster.tsx')> {
  region ??= import('./Toaster.tsx').catch((error: unknown) => {
    region = undefined // the next toast tries again
    throw error
  })
  return region
}

/** Shows a message at the top right, newest on top. What shows it is loaded with the first one. */
export function showToast(toast: Toast): void {
  prepareToasts().then(
    ({ show }) => show(toast),
    () => sayPlainly(toast.text),
  )
}

/** The network failed for the toasts, too: the message still has to be seen and heard. */
function sayPlainly(text: string): void {
  const message = document.createElement('p')
  message.role = 'alert'
  message.dataset['plainToast'] = ''
  document.body.append(message)
  message.textContent = text
  message.onclick = () => message.remove()
  setTimeout(() => message.remove(), 5_000)
}
