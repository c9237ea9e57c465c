/** Pixels of the longer side of a photograph that is sent: the gateway stores no larger one. */
const longestSide = 1600

/** A photograph that was chosen: as a data URL, and how many bytes it has. */
export interface ReadPhotograph {
  dataUrl: string
  bytes: number
}

/**
 * Reads a chosen photograph. It is made smaller before it is sent, if the browser can decode it: a slow connection does not send some megabytes within
 * the time that the gateway waits for a request.
 */
export async function readPhotograph(file: File): Promise<ReadPhotograph> {
  const smaller = await scaledDown(file).catch(() => null)
  const content = smaller !== null && smaller.size < file.size ? smaller : file
  return { dataUrl: await dataUrlOf(content), bytes: content.size }
}

async function scaledDown(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')!
  // JPEG has no transparency
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}

/** @returns an empty data URL for a file that was removed meanwhile, which the gateway refuses */
const dataUrlOf = (content: Blob): Promise<string> =>
  new Promise(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => resolve('')
    reader.readAsDataURL(content)
  })
