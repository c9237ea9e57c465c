import type { CSSProperties } from 'react'
import { scalablePicture, type PictureWidth } from '#contract/pictures'

/**
 * Attributes of an `img`: its URL, the widths that the browser may choose from, and the colour of its ground. A picture
 * that comes in one size has only its URL.
 *
 * @param widths - none to show it in the width that the gateway chose
 * @param sizes - the width it is shown in, as in the `sizes` attribute; the whole window if omitted
 */
export function picture(src: string, widths: readonly PictureWidth[] = [], sizes?: string) {
  const found = scalablePicture(src)
  return {
    src,
    ...(found && {
      srcSet: widths.map(width => `${found.at(width)} ${width}w`).join(),
      sizes,
      style: (found.tone && { '--tone': '#' + found.tone }) as CSSProperties,
    }),
  }
}
