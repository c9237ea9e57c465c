import { bannerTone, bannerWords } from '#src/catalogue/banner-text.ts'
import type { Content } from './content.ts'
import { each, icon, pictured, text } from './html.ts'

/** The banner carousel; the script advances it every three seconds. */
export const banners = ({ banners: all }: Content): string => `<section class=banners aria-label=Banners>
<div class=turn><button type=button id=pause aria-label=Pause>${icon('pause')}</button>
<button type=button class=wide data-turn=-1 aria-label=Previous>${icon('chevron-left')}</button>
<span aria-hidden=true>${each(all, (_, at) => (at === 0 ? '<i data-on></i>' : '<i></i>'))}</span>
<button type=button class=wide data-turn=1 aria-label=Next>${icon('chevron-right')}</button></div>
<div id=row>${each(all, ({ image, alt, href }, at) => {
  const { headline, sentence } = bannerWords(alt)
  const wanted = at === 0 ? 'fetchpriority=high' : 'loading=lazy'
  return `<div class="banner ${bannerTone(image)}"><img ${pictured(image, [640, 960, 1600])} width=1600 height=640 alt="" ${wanted}>
<div><h2>${text(headline)}</h2><p>${text(sentence)}</p>${
    href ? `<a href="${text(href)}" aria-label="Shop now: ${text(headline)}">Shop now</a>` : ''
  }</div></div>`
})}</div></section>`
