import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CartLine } from '#src/cart/CartLine.tsx'
import { riceLine } from '../../kit/outcomes.ts'

const shown = (choice: Parameters<typeof CartLine>[0]['choice']) =>
  renderToStaticMarkup(
    <CartLine
      isWaiting={false}
      line={riceLine}
      quantity={1}
      isChanging={false}
      choice={choice}
      send={() => undefined}
    />,
  )

test('a line of the cart has the choice if it runs out and the note, unless the gateway knows none', () => {
  const markup = shown({ substitution: 'call', note: 'Ripe' })
  expect(markup).toContain('aria-label="If something runs out: ')
  expect(markup).toMatch(/<option value="call" selected="">Call me<\/option>/)
  expect(markup).toContain('value="Ripe"')
  expect(shown(null)).not.toContain('If something runs out')
})
