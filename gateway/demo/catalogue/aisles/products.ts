import { fresh } from './fresh.ts'
import { frozen } from './frozen.ts'
import { gifts } from './gifts.ts'
import { noodles } from './noodles.ts'
import { rice } from './rice.ts'
import { sauces } from './sauces.ts'
import { seafood } from './seafood.ts'
import { snacks } from './snacks.ts'
import { tea } from './tea.ts'
import { tins } from './tins.ts'
import type { DemoProduct } from '../catalogue.ts'

/** Every product of the reference shop, in the order of its aisles. */
export const products: readonly DemoProduct[] = [
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
