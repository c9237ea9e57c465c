/** Actions on files and the clipboard. */
export interface Files {
  open(): void
  save(): void
  copy(): Promise<void>
}

type Open = (name: string, text: string) => void

const read = (file: File, open: Open) =>
  void file.text().then(
    text => open(file.name, text),
    () => open(file.name, ''),
  )

/** Opens the file picker for a journal. */
export function openFile(document: Document, open: Open): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  input.addEventListener('change', () => input.files?.[0] && read(input.files[0], open))
  input.click()
}

/** Saves a journal. @param now - milliseconds since the epoch, for the file name */
export function saveFile(document: Document, text: string, now: number): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = `lantern-journal-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Accepts journal files dropped anywhere on the page. */
export function listenForFiles(window: Window, open: Open): void {
  window.addEventListener('dragover', event => event.preventDefault())
  window.addEventListener('drop', event => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) read(file, open)
  })
}
