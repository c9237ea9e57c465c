import { fresh } from './aisles/fresh.ts'
import { frozen } from './aisles/frozen.ts'
import { gifts } from './aisles/gifts.ts'
import { noodles } from './aisles/noodles.ts'
import { rice } from './aisles/rice.ts'
import { sauces } from './aisles/sauces.ts'
import { seafood } from './aisles/seafood.ts'
import { snacks } from './aisles/snacks.ts'
import { tea } from './aisles/tea.ts'
import { tins } from './aisles/tins.ts'
import type { CatalogueProduct } from './catalogue.ts'

/** Everything the reference shop sells, in the order of its aisles. */
export const products: readonly CatalogueProduct[] = [
  rice,
  noodles,
  sauces,
  fresh,
  seafood,
  frozen,
  snacks,
  tea,
  tins,
  gifts,
].flat()
