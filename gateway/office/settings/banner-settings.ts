import { asc, eq, max } from 'drizzle-orm'
import { banners } from '../../database/schema.ts'
import { fieldRefusal } from '../../requests/refusals.ts'
import { checkIn, valueOf, type StoredSection } from './section.ts'

/** A path of the shop, such as '/main/product-list/4?by=category': no other site. */
const isShopPath = (text: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(text)

/** The banners of the home page. */
export const bannerSection: StoredSection = {
  initial: { text: '', picture: '', link: '', position: '', shown: 'yes' },
  async read(database) {
    const rows = await database.select().from(banners).orderBy(asc(banners.position), asc(banners.id))
    return rows.map(({ id, image, alt, href, position, isShown }) => ({
      key: String(id),
      name: alt,
      values: { text: alt, picture: image, link: href, position: String(position), shown: checkIn(isShown) },
    }))
  },
  readChoices: async (_database, { pictures }) => ({
    picture: pictures.bannerNames.map(name => ({ value: name, label: name })),
  }),
  async write(transaction, values, before) {
    const href = valueOf(values, 'link')
    if (!isShopPath(href)) throw fieldRefusal('link', 'Please enter a path of the shop, such as /main/product-list/0.')
    const row = {
      alt: valueOf(values, 'text'),
      image: valueOf(values, 'picture'),
      href,
      position: Number(values.position),
      isShown: values.shown === 'yes',
    }
    if (before !== null) {
      await transaction
        .update(banners)
        .set(row)
        .where(eq(banners.id, Number(before.key)))
      return before.key
    }
    const [last] = await transaction.select({ id: max(banners.id) }).from(banners)
    const id = (last?.id ?? 0) + 1
    await transaction.insert(banners).values({ id, ...row })
    return String(id)
  },
  async remove(transaction, { key }) {
    await transaction.delete(banners).where(eq(banners.id, Number(key)))
  },
}
