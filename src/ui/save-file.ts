/** Saves a text as a file, as a download does. */
export function saveFile(document: Document, text: string, type: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // the download has started by then
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
