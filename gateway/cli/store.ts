import { demoGoods } from '../demo/goods.ts'
import { demoPictures } from '../demo/pictures.ts'
import { demoRules } from '../demo/store-rules.ts'
import type { Store } from '../shop/store.ts'

/** The store that this gateway serves. To serve another one, return it here and delete `gateway/demo`. */
export const store: Store = { rules: demoRules, goods: demoGoods, pictures: demoPictures }
