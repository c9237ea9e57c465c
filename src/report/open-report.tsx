import { createRoot } from 'react-dom/client'
import type { StoredJournal } from '#machines/journal/entry'
import { journalFileOf, type JournalFile } from '#machines/journal/journal-file'
import { maskJournal } from '#machines/journal/mask'
import type { ShopActor } from '#machines/shop/shop'
import { store } from '../store/store.ts'
import { saveFile } from '../ui/save-file.ts'
import { ReportSheet, type Contents } from './ReportSheet.tsx'
import { fileName, linesOf, pagesIn, sizeOf, typedIn } from './report-text.ts'

/** Reads the journal of this tab. */
interface JournalReader {
  flush(): void
  /** The stored value, not validated; null if there is none. */
  read(): Promise<StoredJournal | null>
}

/** The state of the open dialog. */
interface Shown {
  masked: boolean
  whole: boolean
}

/** The current report file; null if nothing is journaled, or the journal can't be read. */
async function fileOf(journal: JournalReader | null, build: string): Promise<JournalFile | null> {
  try {
    journal?.flush()
    const kept = await journal?.read()
    return kept ? journalFileOf(kept, Date.now(), build) : null
  } catch {
    return null
  }
}

function contentsOf(file: JournalFile): Contents {
  const entries = [...(file.before?.entries ?? []), ...file.entries]
  const text = JSON.stringify(file, null, 1)
  return {
    lines: linesOf(entries),
    pages: pagesIn([file.before?.checkpoint ?? null, file.checkpoint], entries),
    typed: typedIn(entries),
    size: sizeOf(entries.length, text),
    text,
  }
}

/**
 * Opens 'Report a problem' over the page, in a React root of its own, so that it appears in no machine and no journal. Only
 * the toast 'saved' goes through the shop's machine.
 */
export async function openReport(document: Document, shop: ShopActor, journal: JournalReader | null) {
  const build = `${import.meta.url.split('/').at(-1) ?? ''} · ${navigator.userAgent}`
  const whole = await fileOf(journal, build)
  const files = whole && { whole, masked: maskJournal(whole) }
  const contents = files && { whole: contentsOf(files.whole), masked: contentsOf(files.masked) }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place, {
    onUncaughtError(error) {
      reportError(error)
      place.remove()
      shop.send({ type: 'toast.raised', toast: { kind: 'error', text: 'The report can’t be shown.' } })
    },
  })
  const close = () => {
    place.querySelector('dialog')?.close() // before it is removed, so that the focus returns
    root.unmount()
    place.remove()
  }
  const pick = <One,>(of: { whole: One; masked: One }, masked: boolean) => (masked ? of.masked : of.whole)
  const show = (shown: Shown) => {
    const save = (said: string) => {
      const name = fileName(Date.now())
      const file = { ...pick(files!, shown.masked), said }
      saveFile(document, JSON.stringify(file, null, 1), 'application/json', name)
      close()
      const text = `File saved. Email it only to ${store.email}.`
      shop.send({ type: 'toast.raised', toast: { kind: 'success', text } })
    }
    root.render(
      <ReportSheet
        contents={contents && pick(contents, shown.masked)}
        masked={shown.masked}
        onMask={masked => show({ ...shown, masked })}
        whole={shown.whole}
        onWhole={open => open !== shown.whole && show({ ...shown, whole: open })}
        onSave={save}
        onClose={close}
      />,
    )
  }
  show({ masked: true, whole: false })
}
