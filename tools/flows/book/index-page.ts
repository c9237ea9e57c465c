import { nameOf, type RecordedPath } from '../../walks/recording.ts'
import { escaped } from '../text.ts'
import { renderPage, titleOf, type Book } from './frame.ts'

/** Frequently needed situations, with the machine and event that cause them. */
const situations: readonly [title: string, machine: string, event: string][] = [
  ['A coupon holds', 'cart', 'xstate.done.actor.validateCoupon'],
  ['The answer about a line is lost', 'cart', 'xstate.error.actor.addLine'],
  ['An order is placed', 'orderAttempt', 'xstate.done.actor.placeOrder'],
  ['It is unknown whether the order is placed', 'orderAttempt', 'xstate.error.actor.placeOrder'],
  ['Another tab takes the checkout', 'checkout', 'xstate.done.actor.watchLock'],
  ['A payment is cancelled', 'payment', 'payment.cancelled'],
  ['Somebody registers', 'registration', 'xstate.done.actor.register'],
  ['A login is refused', 'session', 'xstate.error.actor.logIn'],
  ['The gateway no longer takes the token', 'session', 'session.expired'],
]

/** The shortest path with an event, and the index of its step. */
function pathTo(paths: RecordedPath[], machine: string, event: string) {
  const found = paths
    .filter(path => path.machine === machine)
    .map(path => ({ path, at: path.steps.findIndex(step => step.event.type === event) }))
    .filter(({ at }) => at >= 0)
  return found.toSorted((a, b) => a.at - b.at)[0]
}

function askedList({ paths }: Book): string {
  const links = situations.flatMap(([title, machine, event]) => {
    const way = pathTo(paths, machine, event)
    if (!way) return []
    return `<li><a href="paths/${nameOf(way.path)}.html#step-${way.at + 1}">${title}</a> <span class="soft">${escaped(titleOf(way.path))}, step ${way.at + 1}</span></li>`
  })
  return links.length > 0 ? `<h2>Often asked for</h2><ul>${links.join('')}</ul>` : ''
}

function cardOf(path: RecordedPath): string {
  const { steps, width, walk, number } = path
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`
  const last = steps.at(-1)!
  return `<li><a href="paths/${nameOf(path)}.html"><img src="shots/${last.shot}" width="${width}" height="760" loading="lazy" alt=""><p><b>${escaped(walk)} ${number}</b> <span class="soft">${count}</span></p></a></li>`
}

/** The start page: every path, by machine, with a screenshot of its last step. */
export function indexPage(book: Book): string {
  const { paths } = book
  const machines = [...new Set(paths.map(({ machine }) => machine))]
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
  const main = [
    '<h1>Flow book</h1>',
    '<p class="lead">Every path that the tests take through the real page, step by step, with a picture of the shop after each. Paths are generated from the machines, so that together they take every transition; the pictures are taken while a path runs.</p>',
    `<div class="facts"><span><b>${machines.length}</b> machines</span><span><b>${paths.length}</b> paths</span><span><b>${steps}</b> steps</span></div>`,
    askedList(book),
    ...machines.map(
      machine =>
        `<h2><a href="machines/${machine}.html">${machine}</a></h2><ul class="strip">${paths
          .filter(path => path.machine === machine)
          .map(cardOf)
          .join('\n')}</ul>`,
    ),
  ]
  return renderPage(book, { title: 'Every path', tab: 'book', root: '' }, main.join('\n'))
}
