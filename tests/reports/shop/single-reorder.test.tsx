import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { OrderLine } from '#contract/order'
import type { CartContext } from '#machines/cart/cart-setup'
import { addingProducts } from '#machines/cart/page-selectors'
import { OrderDetail } from '#src/orders/OrderDetail.tsx'
import { additionOfLine } from '#src/orders/OrderListScreen.tsx'
import { openShop } from '../../kit/open-shop.ts'
import { placedOrder, settings, tea, teaLine } from '../../kit/outcomes.ts'

const riceOrdered = { ...placedOrder.lines[0]!, productImage: '/pictures/rice.svg' }
const teaOrdered: OrderLine = { ...riceOrdered, productId: tea.id, productName: tea.name }

describe('review shopper-3 29: an order of which one product cannot be bought again alone', () => {
  const details = (lines: OrderLine[], adding: number[] = []) =>
    renderToString(
      <OrderDetail
        order={{ ...placedOrder, lines }}
        deliveryName="Home delivery"
        isAdding={false}
        adding={adding}
        onBuyAgain={() => {}}
        onBuyLine={() => {}}
      />,
    )
  const buttons = (html: string) => [...html.matchAll(/<button[^>]*>/g)].map(([button]) => button)

  test('each line has a button that names its product, beside ‘Buy Again’', () => {
    const html = details([riceOrdered, teaOrdered])
    for (const { productName } of [riceOrdered, teaOrdered])
      expect(html).toContain(`aria-label="Add to Cart: ${productName}"`)
    expect(html).toContain('Buy Again')
  })

  test('an order of one product has ‘Buy Again’ only', () => {
    expect(buttons(details([riceOrdered]))).toHaveLength(1)
  })

  test('only the button of the product that is being added is busy', () => {
    const busy = buttons(details([riceOrdered, teaOrdered], [tea.id])).filter(button => button.includes('aria-busy'))
    expect(busy).toHaveLength(1)
  })

  test('one line is added with its quantity and price, and announced with its name', async () => {
    const shop = openShop()
    const said: string[] = []
    shop.root.on('toast', ({ toast }: { toast: { text: string } }) => said.push(toast.text))
    shop.root.start()
    shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
    await shop.answers('begin', { settings, lines: [] })
    shop.send('cart', additionOfLine({ ...teaOrdered, quantity: 2 }))
    await shop.settled()
    const cart = () => shop.at<{ context: CartContext }>('cart').context
    expect(addingProducts(cart())).toEqual([tea.id])
    expect(shop.waiting('addLine')[0]?.input).toMatchObject({
      productId: tea.id,
      quantity: 2,
      productPrice: teaOrdered.productPrice,
    })
    await shop.answers('addLine', teaLine)
    expect(addingProducts(cart())).toEqual([])
    expect(said).toEqual([`Success: You have added ${tea.name} to your shopping cart!`])
  })
})
