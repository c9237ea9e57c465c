import type { StoredMultiBuy } from '../../database/schema.ts'

/** What several of a product cost, in cents, by the product's id. */
export const multiBuys: Readonly<Record<number, StoredMultiBuy>> = {
  203: { quantity: 2, price: 750 },
  208: { quantity: 3, price: 500 },
  618: { quantity: 2, price: 700 },
  704: { quantity: 2, price: 600 },
  // on special too: of the special alone and with the multi-buy the lower total is paid
  705: { quantity: 2, price: 800 },
  711: { quantity: 2, price: 450 },
  818: { quantity: 4, price: 800 },
  819: { quantity: 4, price: 800 },
}
