import { topLinks } from '#src/menus/links.ts'
import { store } from '#src/store/store.ts'
import { icon, linked, text } from './html.ts'

/** The store's logo and name. */
export const wordmark = (
  mark: string,
): string => `<a class=wordmark href="/"><img src="${mark}" width=40 height=48 alt="">
<span><b>${text(store.wordmark.first)}</b> <small>${text(store.wordmark.second)}</small></span></a>`

/** The header: contact bar, menu, name, search, account, cart, links. */
export const head = (mark: string): string => `<div class=bar><div class=wrap>
<a href="${store.phoneLink}">${icon('phone')}${text(store.phone)}</a>
<span class=wide>${icon('map-pin')}${text(store.shortAddress)}</span>
<span class=hours>${icon('clock')}${text(store.openingHours)}</span></div></div>
<header><div class=wrap><div class=row>
<button type=button class="tool small" id=menu aria-label=Menu aria-expanded=false aria-controls=side>${icon('menu')}</button>
${wordmark(mark)}
<form role=search class=search action=/main/product-list/0><input type=hidden name=by value=search>${icon('search')}
<input name=q aria-label="Search product" placeholder="Search product" autocomplete=off enterkeyhint=search required>
<button>Search</button></form>
<div class=tools><a class="tool small" href=/main/contact-us aria-label="Contact Us">${icon('headset')}</a>
<a class="tool small" href=/auth/login aria-label=Login>${icon('circle-user-round')}</a>
<details class="wide account"><summary>${icon('circle-user-round')}<span><small>Welcome</small><b>Account</b></span>
${icon('chevron-down')}</summary><ul><li><a href=/main/register>Register</a><li><a href=/auth/login>Login</a></ul></details>
<a class=cart href=/cart>${icon('shopping-basket')}<span><small>Shopping Cart</small><b id=cart>0 item(s) - $ 0</b></span></a>
</div></div><nav class=links aria-label=Main>${linked(topLinks).replace('<a', '<a aria-current=page')}</nav></div></header>`
