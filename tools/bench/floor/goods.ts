import { formatAmount, toCents } from '#contract/money'
import { priceOf, stockStatus } from '#contract/offer'
import type { Product } from '#contract/product'
import { pageLinks, pageSize } from '#machines/catalogue/list'
import { homePath, productPath } from '#contract/paths'
import { firstSentence } from '#machines/catalogue/plain-text'
import { unitPrice } from '#machines/catalogue/unit-price'
import { nameParts } from '#src/ui/ProductName.tsx'
import type { Content } from './content.ts'
import { each, icon, pictured, text } from './html.ts'

/** The number of cards in the first row; their images load eagerly. */
const firstRow = 4

/** Breadcrumbs, heading, number of products, sorting and layout. */
const toolbar = (
  count: number,
) => `<nav class=crumbs aria-label=Breadcrumb><a href="${homePath}">Home</a>${icon('chevron-right')}
<span aria-current=page>Features</span></nav>
<form class=toolbar action="${homePath}"><h1>Features <small>${count} products</small></h1>
<label class=toggle><input type=checkbox role=switch name=stock value=1><i></i>In stock only</label>
<label class=sort><span>Sort</span><select name=sort><option value=featured>Featured<option value=price>Price: low to high
<option value=price-desc>Price: high to low<option value=name>Name<option value=unit-price>Unit price<option value=newest>Newest</select>${icon('chevron-down')}</label>
<div class=layouts><button name=layout value=grid aria-label="Grid view" aria-pressed=true>${icon('layout-grid')}</button>
<button name=layout value=list aria-label="List view" aria-pressed=false>${icon('list')}</button></div></form>`

const nameOf = ({ name }: Product) =>
  each(nameParts(name), ({ text: words, lang }) => `<span${lang ? ` lang=${lang}` : ''}>${text(words)} </span>`)

function prices(product: Product): string {
  const cents = toCents(priceOf(product))
  const was = toCents(product.price)
  const unit = unitPrice(product.name, cents) ?? ''
  const now =
    was > cents
      ? `<b class=ticket>${formatAmount(cents)}</b> <s>${formatAmount(was)}</s>`
      : `<b>${formatAmount(cents)}</b>`
  const stock = product.stockStatusId === stockStatus.inStock ? '<span class=stock>In stock</span>' : ''
  return `<div class=price>${now}</div><p class=meta><span>${unit}</span>${stock}</p>`
}

/** The line that the script sends when the button is clicked. */
const lineOf = ({ id, name, thumbnail, ...product }: Product) =>
  JSON.stringify({
    productId: id,
    productName: name,
    productPrice: priceOf(product as Product),
    productImage: thumbnail,
  })

function act(product: Product): string {
  const name = text(product.name)
  const add =
    product.stockStatusId === stockStatus.inStock
      ? `<button type=button data-line="${text(lineOf(product))}" aria-label="Add to Cart: ${name}">Add to Cart</button>`
      : '<p class=out>OUT OF STOCK</p>'
  return `<div class=act><a href="${productPath(product.id)}" aria-label="View Item: ${name}">View Item</a>${add}</div>`
}

function card(product: Product, at: number): string {
  const { thumbnail, description, price } = product
  const saved = toCents(price) - toCents(priceOf(product))
  const isOut = product.stockStatusId === stockStatus.outOfStock
  return `<li><article${isOut ? ' data-out' : ''}><div class=picture>
<img ${pictured(thumbnail, [320, 400, 640, 960], '(width<640px)45vw,300px')} width=480 height=480 alt="" decoding=async ${at < firstRow ? 'fetchpriority=high' : 'loading=lazy'}>
${saved > 0 ? `<span class=saving>Save ${formatAmount(saved)}</span>` : ''}</div>
<h2><a href="${productPath(product.id)}">${nameOf(product)}</a></h2><p class=words>${text(firstSentence(description))}</p>
${prices(product)}${act(product)}</article>`
}

const paging = (pages: number) => `<nav class=paging aria-label=Pagination>
<span aria-disabled=true role=link>${icon('chevron-left')}<span>Previous</span></span>
${each(pageLinks(1, pages), page => `<a href="${homePath}?page=${page}"${page === 1 ? ' aria-current=page' : ''}>${page}</a>`)}
<a rel=next href="${homePath}?page=2"><span>Next</span>${icon('chevron-right')}</a></nav>`

/** The product list: heading, the first page of cards, and pagination. */
export const goods = ({ products }: Content): string =>
  `${toolbar(products.length)}<ul class=grid>${each(products.slice(0, pageSize), card)}</ul>
${paging(Math.ceil(products.length / pageSize))}`
