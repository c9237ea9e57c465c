import { fontSize } from './labels.ts'

/** The diagrams' own styles, for light and dark mode: page styles do not apply to an SVG in an `<img>`. */

const light = {
  ink: '#221D1A',
  soft: '#62574D',
  paper: '#FBF8F2',
  card: '#FFFEFB',
  frame: '#D8CBB6',
  edge: '#8C7F70',
  done: '#0E6647',
  doneSoft: '#E0F0E5',
  error: '#A81C13',
  errorSoft: '#FBE6E0',
  busy: '#2B4C9B',
  busySoft: '#E6ECF8',
  timer: '#7A3E83',
  timerSoft: '#F5EAF6',
}
const dark: typeof light = {
  ink: '#F6EFE5',
  soft: '#BDB0A2',
  paper: '#171412',
  card: '#211D1A',
  frame: '#463C34',
  edge: '#8A7D70',
  done: '#74D6AC',
  doneSoft: '#173428',
  error: '#FF9E8B',
  errorSoft: '#40201A',
  busy: '#A9C1FF',
  busySoft: '#1D2740',
  timer: '#DDA6E4',
  timerSoft: '#33203A',
}
const values = (colours: typeof light) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const kinds = { done: 'done', error: 'error', after: 'timer', always: 'soft' }

/** The `<style>` of every diagram. */
export const style = [
  `.diagram{${values(light)};background:var(--paper);font:${fontSize.label}px -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif}`,
  `@media(prefers-color-scheme:dark){.diagram{${values(dark)}}}`,
  '.ground{fill:var(--paper)}',
  '.frame>rect{fill:var(--card);stroke:var(--frame)}',
  '.region>rect{fill:var(--paper);stroke:var(--edge);stroke-dasharray:5 4}',
  '.compound>rect{fill:var(--paper);stroke:var(--edge)}',
  '.state>rect{fill:var(--card);stroke:var(--edge);stroke-width:1.25}',
  '.timed>rect{fill:var(--timerSoft);stroke:var(--timer);stroke-dasharray:4 3}',
  '.busy>rect{fill:var(--busySoft);stroke:var(--busy);stroke-dasharray:none}',
  '.final>rect{fill:var(--doneSoft);stroke:var(--done)}',
  '.failed>rect{fill:var(--errorSoft);stroke:var(--error)}',
  '.final>rect+rect{fill:none}',
  `.name{font-size:${fontSize.name}px;font-weight:650;fill:var(--ink)}`,
  `.title{font-size:${fontSize.region}px;font-weight:650;fill:var(--ink)}`,
  'text{fill:var(--ink)}',
  '.soft{fill:var(--soft);font-weight:400}',
  '.effect{fill:var(--busy)}.delay{fill:var(--timer)}',
  '.mark{fill:none;stroke:var(--busy);stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}.mark.delay{stroke:var(--timer);fill:none}',
  '.rule{stroke:var(--frame)}',
  '.line{fill:none;stroke:var(--ink);stroke-width:1.3}.head,.start{fill:var(--ink)}',
  '.label text,.event{font-weight:600}',
  '.label text{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}.flat .label text{stroke:var(--card)}',
  '.label .soft,.note .soft{font-weight:400}',
  ...Object.entries(kinds).map(
    ([kind, colour]) => `.${kind} .line{stroke:var(--${colour})}.${kind} .head,.${kind} .event{fill:var(--${colour})}`,
  ),
  '.after .line{stroke-dasharray:4 3}.always .line{stroke-dasharray:1 3;stroke-linecap:round;stroke-width:1.8}',
].join('\n')
