import { homePath, titleAt, type Path } from '#contract/paths'

/** A link and its text. */
export interface NamedLink {
  name: string
  to: string
}

/** A link named like its page. */
export const linkTo = (to: Path): NamedLink => ({ name: titleAt(to), to })

/** The links in the header; the drawer and the footer repeat them. */
export const topLinks: readonly NamedLink[] = [
  { name: 'Home', to: homePath },
  linkTo('/main/delivery-info'),
  linkTo('/main/faq'),
  linkTo('/main/contact-us'),
  linkTo('/main/about-us'),
]
