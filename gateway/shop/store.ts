import type { PictureSource } from '../catalogue/pictures.ts'
import type { Goods } from '../database/goods.ts'
import type { StoreRules } from './store-rules.ts'

/** A store, as it is given to the gateway when it starts. */
export interface Store {
  rules: StoreRules
  /** Fill the database the first time it is opened. */
  goods: Goods
  pictures: PictureSource
}
