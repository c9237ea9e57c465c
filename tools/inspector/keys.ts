import type { Files } from './files.ts'
import { neighbour } from './trees.ts'
import type { Inspector } from './state.ts'
import { fitted, zoomed } from './zoom.ts'

/** The keyboard shortcuts in the order of the help. */
export const keyWords: readonly [keys: readonly string[], words: string][] = [
  [['←', '→'], 'one entry back, one on'],
  [['Shift ←', 'Shift →'], 'ten entries'],
  [['Home', 'End'], 'the start; the end, and live'],
  [['Space'], 'play, pause'],
  [['↑', '↓'], 'the actor above, below'],
  [['1', '2', '3'], 'diagram, sequence, coverage'],
  [['F', '+', '−'], 'all of the diagram, larger, smaller'],
  [['A'], 'entries of this actor alone'],
  [['/'], 'filter entries'],
  [['E'], 'send an event'],
  [['C'], 'changes, or all of the context'],
  [['X'], 'actors that have ended'],
  [['O', 'S'], 'open a journal, save it'],
  [['T'], 'copy as a test'],
  [['?'], 'these keys'],
]

const focusOn = (window: Window, name: string) =>
  window.document.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus()

/** The handler of each key. Combinations with Ctrl, Alt or Meta are left to the browser. */
function actsOn(window: Window, inspector: Inspector, files: Files): Record<string, () => void> {
  const { get, show, step, goTo, narrow } = inspector
  const actor = (by: number) => {
    const { moment, actor, ended, history } = get()
    show({ actor: neighbour(moment, history, ended, actor, by) })
  }
  return {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    ArrowUp: () => actor(-1),
    ArrowDown: () => actor(1),
    Home: () => goTo(0),
    End: inspector.follow,
    ' ': inspector.play,
    '1': () => show({ view: 'diagram' }),
    '2': () => show({ view: 'sequence' }),
    '3': () => show({ view: 'coverage' }),
    f: () => show({ zoom: fitted(get().zoom) }),
    '+': () => show({ zoom: zoomed(get().zoom, 1) }),
    '-': () => show({ zoom: zoomed(get().zoom, -1) }),
    a: () => narrow({ actors: get().filter.actors === 'all' ? 'chosen' : 'all' }),
    c: () => show({ context: get().context === 'all' ? 'changes' : 'all' }),
    x: () => show({ ended: get().ended === 'shown' ? 'hidden' : 'shown' }),
    '/': () => focusOn(window, 'filter'),
    e: () => focusOn(window, 'event'),
    o: files.open,
    s: () => get().source && files.save(),
    t: () => void (get().source && files.copy()),
    '?': () => show({ help: get().help === 'open' ? 'closed' : 'open' }),
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches('textarea, select, input:not([type="range"])')
/** Whether the focused element handles the key itself: Space on buttons, arrows in scrollable areas. */
const isTaken = (target: EventTarget | null, key: string) =>
  target instanceof Element &&
  ((key === ' ' && target.matches('button, a')) || (key.startsWith('Arrow') && target.matches('[data-scrolls]')))

/** Keyboard shortcuts, except while the focus is in a text field. */
export function listenForKeys(window: Window, inspector: Inspector, files: Files): void {
  const acts = actsOn(window, inspector, files)
  window.addEventListener('keydown', event => {
    const { key, target } = event
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (key === 'Escape' && isTyping(target)) return (target as HTMLElement).blur()
    if (inspector.get().help === 'open' && key !== '?') return
    if (isTyping(target) || isTaken(target, key)) return
    const name = event.shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key.length === 1 ? key.toLowerCase() : key
    const act = acts[name]
    if (!act) return
    event.preventDefault()
    act()
  })
}
