import type { Brand } from '#contract/product'
import { listPath } from '#contract/list-paths'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './BrandIndex.module.css'

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The letter a brand is listed under; '#' for digits and other scripts. */
const letterOf = ({ name }: Brand): string => /^[A-Z]/.exec(name.normalize('NFD').trim().toUpperCase())?.[0] ?? '#'

const idOf = (letter: string) => `brands-${letter === '#' ? 'other' : letter.toLowerCase()}`

function byLetter(brands: readonly Brand[]): Map<string, Brand[]> {
  const sorted = brands.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const letters = [...alphabet, '#'].map(letter => [letter, sorted.filter(one => letterOf(one) === letter)] as const)
  return new Map(letters.filter(([, found]) => found.length > 0))
}

/** The brands from A to Z, with a link to each letter. */
export function BrandIndex({ brands }: { brands: readonly Brand[] }) {
  const index = byLetter(brands)
  return (
    <>
      <nav className={styles.letters} aria-label="First letter" data-screen-only>
        <ul>
          {[...alphabet, ...(index.has('#') ? ['#'] : [])].map(letter => (
            <li key={letter} aria-hidden={!index.has(letter) || undefined}>
              {index.has(letter) ? <a href={`#${idOf(letter)}`}>{letter}</a> : letter}
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.index}>
        {[...index].map(([letter, found]) => (
          <section key={letter} id={idOf(letter)} aria-labelledby={`${idOf(letter)}-name`}>
            <h2 id={`${idOf(letter)}-name`}>{letter === '#' ? 'Others' : letter}</h2>
            <ul>
              {found.map(({ id, name }) => (
                <li key={id}>
                  <a href={listPath({ criteria: 'brand', categoryId: 0, brandId: id })}>
                    <span>{name}</span>
                    <Icon of="chevron-right" size="small" />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

/** Placeholder while the brands load. */
export function BrandIndexSkeleton() {
  return (
    <>
      <p className="vh" role="status">
        Loading brands
      </p>
      <Skeleton shape="block" height="52px" />
      <div className={styles.index} aria-hidden="true" data-waiting>
        {Array.from({ length: 9 }, (_, at) => (
          <section key={at}>
            <Skeleton width="28px" height="28px" />
            <Skeleton shape="block" height="40px" />
            <Skeleton shape="block" height="40px" width="80%" />
          </section>
        ))}
      </div>
    </>
  )
}
