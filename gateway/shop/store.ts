import type { PictureSource } from '../catalogue/pictures.ts'
import type { Goods } from '../database/goods.ts'
import type { StoreRules } from './store-rules.ts'

/** A store: the data and rules that the gateway starts with. */
export interface Store {
  rules: StoreRules
  /** Fill the database the first time it is opened. */
  goods: Goods
  pictures: PictureSource
}
