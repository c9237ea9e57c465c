import { nameOf, type RecordedPath, type RecordedStep } from '../../walks/recording.ts'
import { sentenceFor } from '../sentences.ts'
import { escaped } from '../text.ts'
import { renderPage, titleOf, type Book } from './frame.ts'

const size = (width: number) => `width="${width}" height="760"`

function stepOf({ event, leads, isBusy, shot }: RecordedStep, index: number, width: number): string {
  const words = escaped(sentenceFor(event))
  const badges = leads.map(state => `<span class="badge${isBusy ? ' busy' : ''}">${escaped(state)}</span>`)
  return `<li id="step-${index + 1}"${isBusy ? ' class="busy"' : ''}><span class="number">${index + 1}</span><a href="../shots/${shot}"><img src="../shots/${shot}" ${size(width)} loading="lazy" alt="The shop after step ${index + 1}"></a><p>${words}.</p><div class="states">${badges.join('')}</div></li>`
}

/** The page of a path: each step in words, with a screenshot. */
export function pathPage(book: Book, path: RecordedPath): string {
  const { machine, steps, width, taken } = path
  const name = nameOf(path)
  const transitions = Object.keys(taken[machine] ?? {}).length
  const facts = [
    `<span>Machine <b><a href="../machines/${machine}.html">${machine}</a></b></span>`,
    `<span><b>${steps.length}</b> ${steps.length === 1 ? 'step' : 'steps'}</span>`,
    `<span><b>${transitions}</b> ${transitions === 1 ? 'transition' : 'transitions'}</span>`,
    `<span>${width} px</span>`,
    '<span class="badge good">passes</span>',
    `<a href="../journals/${name}.json" download>The journal, to open in the inspector</a>`,
  ]
  const title = titleOf(path)
  const main = [
    `<h1>${escaped(title)}</h1>`,
    '<p class="lead">A generated path, taken on the real page in a browser. Each picture shows the shop after its step; under it are the states of the machine that the step has led into, blue where the machine waits for the world.</p>',
    `<div class="facts">${facts.join('')}</div>`,
    `<ol class="strip${width < 600 ? ' narrow' : ''}">${steps.map((step, index) => stepOf(step, index, width)).join('\n')}</ol>`,
  ]
  return renderPage(book, { title, tab: 'book', machine, path: name, root: '../' }, main.join('\n'))
}
