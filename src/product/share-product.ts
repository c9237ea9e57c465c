/** What became of a link: shared or the shopper did not want to, copied, or shown to be copied by hand. */
export type Shared = 'done' | 'copied' | 'shown'

/** The parts of a window that are used. Browsers have neither `share` nor `clipboard` on pages without TLS. */
export type SharingWindow = Pick<Window, 'prompt'> & {
  document: Pick<Document, 'createElement' | 'body' | 'activeElement' | 'execCommand'>
  navigator: { share?: Navigator['share']; clipboard?: Pick<Clipboard, 'writeText'> }
}

/** Copies a text as old browsers do, and pages without TLS have to. @returns whether it was copied */
function copyBySelection({ document }: SharingWindow, text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;opacity:0'
  document.body.append(field)
  field.select()
  let isCopied: boolean
  try {
    isCopied = document.execCommand('copy')
  } catch {
    isCopied = false
  }
  field.remove()
  focused?.focus()
  return isCopied
}

/** Shares a link with what the browser has: its dialog, else the clipboard, else a field with the link. */
export async function shareLink(window: SharingWindow, title: string, url: string): Promise<Shared> {
  const { navigator } = window
  if (navigator.share) {
    try {
      await navigator.share({ title, url })
      return 'done'
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'done'
    }
  }
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(url)
      return 'copied'
    }
  } catch {
    // not allowed
  }
  if (copyBySelection(window, url)) return 'copied'
  window.prompt('Copy this link', url)
  return 'shown'
}
