import type { Banner } from '#contract/product'
import { ButtonLink } from '../ui/Button.tsx'
import { Carousel } from '../ui/Carousel.tsx'
import { picture } from '../ui/picture.ts'
import { bannerTone, bannerWords } from './banner-text.ts'
import styles from './Banners.module.css'

interface Props {
  /** Null while they are read. */
  banners: readonly Banner[] | null
  /** `tall` on the home page, `low` above other lists. */
  size: 'tall' | 'low'
}

/** The banners above the product list, one at a time. */
export function Banners({ banners, size }: Props) {
  if (banners === null)
    return (
      <div className={styles.space} aria-hidden="true">
        <div className={styles.banner} data-size={size}>
          <div className={styles.words} />
        </div>
      </div>
    )
  if (banners.length === 0) return null
  const slides = banners.map((banner, at) => ({
    key: at,
    name: bannerWords(banner.alt).headline || `Banner ${at + 1}`,
    content: <Scene banner={banner} size={size} first={at === 0} />,
  }))
  return <Carousel label="Banners" slides={slides} variant="banner" />
}

/** Only paths of this site become links. */
const isWithin = (href: string | null | undefined): href is string => /^\/(?![/\\])/.test(href ?? '')

/** A picture with text on its quiet side, or above it if there is little room. */
function Scene({ banner, size, first }: { banner: Banner; size: Props['size']; first: boolean }) {
  const { image, alt, href } = banner
  const { headline, sentence } = bannerWords(alt)
  const loading = first ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)
  return (
    <div className={styles.banner} data-tone={bannerTone(image)} data-size={size}>
      <img
        {...picture(image, [640, 960, 1600], '(width<600px)54vw,100vw')}
        width="1600"
        height="640"
        alt=""
        draggable={false}
        {...loading}
      />
      <div className={styles.words}>
        {headline && <h2>{headline}</h2>}
        {sentence && <p>{sentence}</p>}
        {isWithin(href) && (
          <ButtonLink
            variant="paper"
            size={size === 'tall' ? 'big' : 'small'}
            href={href}
            aria-label={`Shop now: ${headline}`}
          >
            Shop now
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
