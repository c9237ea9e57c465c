import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { ActorRefFrom, AnyStateMachine } from 'xstate'
import { createVault } from '#machines/journal/vault'
import { register } from '#machines/journal/registry'
import { shownOptions, type suggestionsMachine } from '#machines/suggestions/suggestions'
import type { ShopActor } from '#machines/shop/shop'
import { createClient } from '../effects/client.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { suggestionsWith } from '../effects/suggestions.ts'
import { System } from '../system/actors.tsx'
import { readRecentSearches, storeRecentSearches } from './recent-searches.ts'
import { optionId, optionKey, Suggestions } from './Suggestions.tsx'
import styles from './Suggestions.module.css'

type SuggestionsActor = ActorRefFrom<typeof suggestionsMachine>
type Log = (...words: unknown[]) => void
type Snapshot = ReturnType<SuggestionsActor['getSnapshot']>

const storage = () => window.localStorage

/** Fields that have suggestions. */
const known = new WeakSet<HTMLInputElement>()

/** The suggestions of a shop's field; started if they do not run yet, or were stopped by a logout. */
function actorIn(shop: ShopActor, log: Log): SuggestionsActor {
  const running = () => shop.getSnapshot().children.suggestions as SuggestionsActor | undefined
  const found = running()
  if (found) return found
  const call = createClient({
    base: import.meta.env.VITE_API_BASE_URL ?? '/v1',
    // the same for everyone
    token: () => null,
    now: gatewayNow,
    log,
  })
  register((shop as unknown as { logic: AnyStateMachine }).logic, 'suggestions', suggestionsWith(call))
  shop.send({ type: 'machine.start', machine: 'suggestions', event: null })
  const actor = running()!
  actor.on('recent.changed', ({ recent }) => storeRecentSearches(storage, recent))
  actor.on('suggestion.chosen', () => shop.getSnapshot().children.search?.send({ type: 'search.typed', value: '' }))
  return actor
}

/**
 * Shows suggestions below a search field, which stays as React has rendered it: its text belongs to the machine `search`, and a field that is
 * replaced would lose caret and composition. Later calls for the same field do nothing.
 */
export function suggestFor(field: HTMLInputElement, shop: ShopActor, log: Log): void {
  if (known.has(field)) return
  known.add(field)
  const form = field.form!
  const place = form.ownerDocument.createElement('div')
  place.className = styles.place!
  form.append(place)
  field.setAttribute('aria-autocomplete', 'list')
  const shown: { actor: SuggestionsActor | null; root: Root | null } = { actor: null, root: null }

  /** The running suggestions, rendered below the field. */
  const suggestions = (): SuggestionsActor => {
    const actor = actorIn(shop, log)
    if (actor === shown.actor) return actor
    shown.actor = actor
    shown.root = createRoot(place)
    shown.root.render(
      createElement(
        System,
        { value: { shop, served: shop, vault: createVault() } },
        createElement(Suggestions, { onLeave: () => field.focus() }),
      ),
    )
    actor.subscribe(snapshot => describe(field, snapshot))
    return actor
  }
  // a logout stops the suggestions
  shop.subscribe(({ children }) => {
    if (shown.actor === null || children.suggestions === shown.actor) return
    shown.actor = null
    shown.root?.unmount()
    describe(field, null)
  })

  const isOpen = () => shownOptions(suggestions().getSnapshot()).length > 0
  const isClosed = () => suggestions().getSnapshot().matches('closed')
  const open = () => {
    if (isClosed())
      suggestions().send({ type: 'suggestions.open', text: field.value, recent: readRecentSearches(storage) })
  }
  const type = () => suggestions().send({ type: 'suggestions.type', text: field.value })

  field.addEventListener('focus', open)
  field.addEventListener('pointerdown', open)
  field.addEventListener('input', event => {
    if (!(event as InputEvent).isComposing) type()
  })
  field.addEventListener('compositionstart', () => suggestions().send({ type: 'suggestions.compose' }))
  field.addEventListener('compositionend', type)
  field.addEventListener('keydown', event => {
    // the keys belong to the input method; Safari ends a composition before the key that ends it
    if (event.isComposing || event.keyCode === 229) return
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (ctrlKey || metaKey || shiftKey) return
    const actor = suggestions()
    const { activeId } = actor.getSnapshot().context
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen()) open()
      else if (!altKey) actor.send({ type: 'suggestions.move', by: key === 'ArrowDown' ? 1 : -1 })
    } else if (key === 'Enter' && activeId !== null) {
      event.preventDefault()
      actor.send({ type: 'suggestions.choose', optionId: activeId })
    }
  })
  form.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || event.isComposing || !isOpen()) return
    // the checkout's search closes with the next one
    event.preventDefault()
    field.focus()
    suggestions().send({ type: 'suggestions.close' })
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null) && !isClosed()) suggestions().send({ type: 'suggestions.close' })
  })
  // before React, which sends the text and clears it
  form.addEventListener('submit', () => suggestions().send({ type: 'suggestions.remember', text: field.value }), true)
  place.addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[role=option]')?.id
    if (id) suggestions().send({ type: 'suggestions.choose', optionId: optionKey(id) })
  })
  // a press on the list leaves the focus in the field
  place.addEventListener('mousedown', event => event.preventDefault())

  if (form.ownerDocument.activeElement === field) open()
}

/** Tells assistive technology which list the field has, and which option is active. */
function describe(field: HTMLInputElement, snapshot: Snapshot | null): void {
  const isShown = snapshot !== null && shownOptions(snapshot).length > 0
  const active = isShown ? snapshot.context.activeId : null
  field.ariaExpanded = String(isShown)
  if (active === null) return field.removeAttribute('aria-activedescendant')
  field.setAttribute('aria-activedescendant', optionId(active))
  requestAnimationFrame(() => document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' }))
}
