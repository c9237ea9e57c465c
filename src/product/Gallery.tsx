import type { Product } from '#contract/product'
import { Saving } from '../catalogue/Saving.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { picture } from '../ui/picture.ts'
import type { Picture } from './pictures.ts'
import styles from './Gallery.module.css'

interface Props {
  product: Pick<Product, 'price' | 'specialPrice'>
  pictures: readonly Picture[]
  /** Index of the large picture. */
  chosen: number
  onChoose: (index: number) => void
}

/** The pictures of a product: one large, the others as thumbnails. Previous and next wrap around. */
export function Gallery({ product, pictures, chosen, onChoose }: Props) {
  const { url, alt, name } = pictures[chosen]!
  const count = pictures.length
  const turn = (way: 1 | -1) => onChoose((chosen + way + count) % count)
  return (
    <section className={styles.gallery} aria-label="Pictures" data-single={count === 1 || undefined}>
      <div className={styles.large}>
        <img
          key={url}
          {...picture(url, [400, 640, 960, 1600], '(width < 900px) 92vw, 560px')}
          width="480"
          height="480"
          alt={alt}
          fetchPriority="high"
        />
        <Saving product={product} size="big" />
        {count > 1 && (
          <div className={styles.arrows} data-screen-only>
            <IconButton label="Previous picture" of="chevron-left" onClick={() => turn(-1)} />
            <IconButton label="Next picture" of="chevron-right" onClick={() => turn(1)} />
          </div>
        )}
      </div>
      {count > 1 && (
        <ul className={styles.thumbs} data-screen-only>
          {pictures.map((one, at) => (
            <li key={one.url}>
              <button
                type="button"
                aria-label={`Picture ${at + 1} of ${count}: ${one.name}`}
                aria-current={at === chosen ? 'true' : undefined}
                onClick={() => onChoose(at)}
              >
                <img {...picture(one.url, [160, 320], '76px')} width="76" height="76" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Announcer text={count > 1 ? `Picture ${chosen + 1} of ${count}: ${name}` : ''} />
    </section>
  )
}
