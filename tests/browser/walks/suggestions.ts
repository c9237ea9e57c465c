import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { shownOptions, suggestionsMachine } from '#machines/suggestions/suggestions'
import { suggested, suggestionsModel } from '../../model/suggestions.model.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import type { WalkedMachine } from '#tools/walks/page-walk'

const actorPath = 'shop/suggestions'

const field = ({ page }: ModelPage) => page.getByRole('search').getByRole('combobox', { name: 'Search product' })
const list = ({ page }: ModelPage) => page.getByRole('listbox', { name: 'Suggestions' })

/** Whether the field reports a text: it has the focus, which opens the list, and another text. */
const reports = async (page: ModelPage, text: unknown) =>
  (await field(page).evaluate(one => one === document.activeElement)) && (await field(page).inputValue()) !== text

async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  switch (event.type) {
    case 'suggestions.type':
      return (await reports(page, event.text)) ? field(page).fill(event.text as string) : page.sends(actorPath, event)
    case 'suggestions.compose':
      return field(page).dispatchEvent('compositionstart')
    case 'suggestions.move':
      return shownOptions(before as never).length > 0 ? field(page).press('ArrowDown') : page.sends(actorPath, event)
    case 'suggestions.close':
      return shownOptions(before as never).length > 0 ? field(page).press('Escape') : page.sends(actorPath, event)
    case 'suggestions.remove':
      // the text of the field may hide it
      if (!shownOptions(before as never).some(({ kind }) => kind === 'search')) return page.sends(actorPath, event)
      return page.page.getByRole('button', { name: `Remove ${event.text} from recent searches` }).click()
    case 'suggestions.choose':
      return page.page.locator(`[id="suggestion-${event.optionId}"]`).click()
    case 'xstate.done.actor.readSuggestions':
      return page.answers('suggestions', { data: suggested })
    case 'xstate.error.actor.readSuggestions':
      return (event.error as { status: number }).status === 404
        ? page.refuses('suggestions', 404, 'There is no such call.')
        : page.loses('suggestions')
    case 'xstate.after.typingPause.suggestions.shown.waiting': {
      // the request for an older text is not answered any more
      const before = page.made('suggestions')
      await page.page.clock.runFor(200)
      return page.waitsForNewCall('suggestions', before)
    }
    default:
      // opened with other recent searches than the device has, and a search for another text than the field has
      return page.sends(actorPath, event)
  }
}

async function checkPage(page: ModelPage, state: AnyMachineSnapshot) {
  const options = shownOptions(state as never)
  const { activeId } = state.context as { activeId: string | null }
  await expect.poll(() => list(page).getByRole('option').count()).toBe(options.length)
  await expect.poll(() => field(page).getAttribute('aria-expanded')).toBe(String(options.length > 0))
  await expect
    .poll(() => field(page).getAttribute('aria-activedescendant'))
    .toBe(options.length > 0 && activeId !== null ? `suggestion-${activeId}` : null)
}

export const suggestionsWalks: WalkedMachine = {
  machine: suggestionsMachine,
  walks: [
    {
      name: 'its list',
      model: suggestionsModel,
      actorPath,
      answeredCalls: ['suggestions'],
      async prepare(page) {
        await page.visits('/main/product-list/0', null)
        await field(page).focus()
        await expect
          .poll(() =>
            list(page)
              .count()
              .then(() => field(page).getAttribute('aria-autocomplete')),
          )
          .toBe('list')
        await page.sends(actorPath, { type: 'suggestions.close' })
      },
      causeEvent,
      checkPage,
    },
  ],
}
