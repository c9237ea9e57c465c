import { sql } from 'drizzle-orm'
import { cartRevision, favouritesRevision, listsRevision, type Revisions } from '#contract/revisions'
import type { Substitution } from '#contract/substitution'
import { queryRows, type Database } from '../database/database.ts'
import { cartLines, carts, favourites, shoppingListLines, shoppingLists } from '../database/schema.ts'

/** What a customer has, as one row of JSON. Columns without rows are null. */
interface Held {
  sessionId: string | null
  lines: { productId: number; quantity: number; substitution: Substitution | null; note: string | null }[] | null
  favourites: number[] | null
  lists: { id: number; name: string; lines: { productId: number; quantity: number }[] | null }[] | null
}

/** The revisions of a customer's cart, favourites and lists. One query: open pages ask for them every few seconds. */
export async function readRevisions(database: Database, customerId: string): Promise<Revisions> {
  const ownCart = sql`select ${carts.sessionId} from ${carts} where ${carts.customerId} = ${customerId}`
  const [held] = await queryRows<Held>(
    database,
    sql`
    select
      (${ownCart}) as "sessionId",
      (
        select json_agg(json_build_object(
          'productId', ${cartLines.productId}, 'quantity', ${cartLines.quantity},
          'substitution', ${cartLines.substitution}, 'note', ${cartLines.note}
        ))
        from ${cartLines} where ${cartLines.sessionId} = (${ownCart})
      ) as "lines",
      (
        select json_agg(${favourites.productId}) from ${favourites} where ${favourites.customerId} = ${customerId}
      ) as "favourites",
      (
        select json_agg(json_build_object(
          'id', ${shoppingLists.id}, 'name', ${shoppingLists.name}, 'lines', (
            select json_agg(json_build_object(
              'productId', ${shoppingListLines.productId}, 'quantity', ${shoppingListLines.quantity}
            ))
            from ${shoppingListLines} where ${shoppingListLines.listId} = ${shoppingLists.id}
          )
        ))
        from ${shoppingLists} where ${shoppingLists.customerId} = ${customerId}
      ) as "lists"
  `,
  )
  const { sessionId, lines, favourites: saved, lists } = held!
  return {
    sessionId,
    cart: cartRevision(lines ?? []),
    favourites: favouritesRevision(saved ?? []),
    lists: listsRevision((lists ?? []).map(list => ({ ...list, lines: list.lines ?? [] }))),
  }
}
