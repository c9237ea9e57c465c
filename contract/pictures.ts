/** Widths, in pixels, that the gateway makes pictures in. */
export const pictureWidths = [160, 320, 400, 640, 960, 1600] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The name of the JPEG that link previews show: not every preview service supports WebP. */
export const previewFile = '1200.jpg'

/** The parts of the URL of a scalable picture. */
export interface ScalablePicture {
  /** The picture's main colour as six hexadecimal digits; null if it has none. */
  tone: string | null
  /** The URL of the picture in another width, or of its preview. */
  at: (size: PictureWidth | typeof previewFile) => string
}

/**
 * Reads the URL of a picture that comes in several widths: `…/pictures/{name}.{hash}/{tone}/{width}`.
 *
 * @returns null for any other URL, such as a picture of another gateway: it is shown as it is
 */
export function scalablePicture(url: string): ScalablePicture | null {
  const [, start, tone] = /^([^?#]*\/pictures\/[^/?#]+\/(?:([\da-f]{6})|none)\/)\d+$/.exec(url) ?? []
  return start ? { tone: tone ?? null, at: size => start + size } : null
}
