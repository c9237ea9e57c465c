/** What became of a link or text: shared or the shopper did not want to, copied, or shown to be copied by hand. */
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

/** What is shared. */
export type SharedItem = { title: string; url: string } | { title: string; text: string }

/** Shares a link or a text with what the browser has: its dialog, else the clipboard, else a field with it. */
export async function share(window: SharingWindow, item: SharedItem): Promise<Shared> {
  const { navigator } = window
  const copy = 'url' in item ? item.url : item.text
  if (navigator.share) {
    try {
      await navigator.share(item)
      return 'done'
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'done'
    }
  }
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(copy)
      return 'copied'
    }
  } catch {
    // not allowed
  }
  if (copyBySelection(window, copy)) return 'copied'
  window.prompt(`Copy this ${'url' in item ? 'link' : 'list'}`, copy)
  return 'shown'
}
