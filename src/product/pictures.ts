import type { ShownProduct } from '#machines/catalogue/products'

/** One picture of a product with its texts. */
export interface Picture {
  url: string
  /** 'Back label'; 'Picture 2' if the URL does not tell the view. */
  name: string
  alt: string
}

const views: Record<string, { name: string; shows: string }> = {
  front: { name: 'Front', shows: 'from the front' },
  back: { name: 'Back label', shows: 'the back label' },
  serving: { name: 'Serving', shows: 'served' },
  detail: { name: 'Detail', shows: 'a closer look' },
  size: { name: 'Size', shows: 'its size' },
}

/** The pictures of a product in the gateway's order; its thumbnail if it has none. */
export function picturesOf({
  name,
  thumbnail,
  productImages,
}: Pick<ShownProduct, 'name' | 'thumbnail' | 'productImages'>): Picture[] {
  const urls = productImages.length > 0 ? productImages.map(({ imageUrl }) => imageUrl) : [thumbnail]
  return urls.map((url, at) => {
    const view = views[/-(front|back|serving|detail|size)\.[^?#]*$/.exec(url)?.[1] ?? '']
    return { url, name: view?.name ?? `Picture ${at + 1}`, alt: `${name}: ${view?.shows ?? `picture ${at + 1}`}` }
  })
}
