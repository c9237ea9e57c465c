import { nameOf, type RecordedPath } from '../../walks/recording.ts'
import type { MachineCoverage } from '../coverage.ts'
import { escaped } from '../text.ts'

/** The data of the flow book. */
export interface Book {
  coverage: MachineCoverage[]
  paths: RecordedPath[]
}

/** The position of a page in the book. */
export interface PagePosition {
  title: string
  /** The current tab. */
  tab: 'machines' | 'book' | 'coverage'
  /** The machine that the page is about. */
  machine?: string
  /** The name of the path that the page shows. */
  path?: string
  /** The relative URL of the book's folder: `''` or `'../'`. */
  root: '' | '../'
}

/** The title of a path. */
export const titleOf = ({ machine, walk, number }: RecordedPath): string =>
  walk === machine ? `${machine} ${number}` : `${machine}, ${walk} ${number}`

const current = (is: boolean) => (is ? ' aria-current="page"' : '')

function machineLink({ machine, page, model }: MachineCoverage, place: PagePosition): string {
  const [taken, of] = page ?? model
  const share = `<small${taken < of ? ' class="short"' : ''}>${taken}/${of}</small>`
  return `<li><a href="${place.root}machines/${machine}.html"${current(place.machine === machine && !place.path)}>${machine}${share}</a></li>`
}

function pathLinks({ paths }: Book, place: PagePosition): string {
  const own = paths.filter(({ machine }) => machine === place.machine)
  if (own.length === 0) return ''
  const links = own.map(path => {
    const name = nameOf(path)
    return `<li><a href="${place.root}paths/${name}.html"${current(place.path === name)}>${escaped(`${path.walk} ${path.number}`)}<small>${path.steps.length}</small></a></li>`
  })
  return `<h2>Paths of ${place.machine}</h2><ul>${links.join('')}</ul>`
}

/** The HTML of a page, with header and navigation. */
export function renderPage(book: Book, place: PagePosition, main: string): string {
  const tab = (name: PagePosition['tab'], href: string, text: string) =>
    `<a href="${place.root}${href}"${current(place.tab === name)}>${text}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(place.title)} · Flow book</title>
<link rel="icon" href="${place.root}assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${place.root}styles/tokens.css">
<link rel="stylesheet" href="${place.root}styles/book.css">
</head>
<body>
<header class="top"><img src="${place.root}assets/mark.svg" alt="" width="24" height="29"><b>Flows</b>${tab('machines', 'machines/shop.html', 'Machines')}${tab('book', 'index.html', 'Flow book')}${tab('coverage', 'coverage.html', 'Coverage')}<small>written by npm run flows:book</small></header>
<div class="sheet">
<nav class="side" aria-label="Machines and paths">
<h2>Machines</h2>
<ul>${book.coverage.map(one => machineLink(one, place)).join('')}</ul>
${pathLinks(book, place)}
</nav>
<main>
${main}
</main>
</div>
</body>
</html>
`
}
