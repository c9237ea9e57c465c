/* The script of the floor page: menu, banners, cart, newsletter. */
{
  const find = selector => document.querySelector(selector)
  const send = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/v1' + path, body && { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }

  const menu = find('#menu')
  menu.onclick = () => menu.setAttribute('aria-expanded', find('#side').classList.toggle('open'))

  const row = find('#row')
  let shown = 0
  const show = next => {
    shown = (next + row.children.length) % row.children.length
    row.scrollTo({ left: shown * row.clientWidth, behavior: 'smooth' })
    document.querySelectorAll('.turn i').forEach((dot, at) => dot.toggleAttribute('data-on', at === shown))
  }
  const turning = setInterval(() => document.hidden || show(shown + 1), 3000)
  const stop = () => clearInterval(turning)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) stop()
  row.onpointerdown = stop
  find('.turn').onclick = event => {
    stop()
    const { turn } = event.target.closest('button')?.dataset ?? {}
    if (turn) show(shown + Number(turn))
  }

  const kept = 'shop.session'
  const lines = new Map()
  const keep = line => {
    lines.set(line.productId, line)
    let count = 0
    let total = 0
    for (const { quantity, totalPrice } of lines.values()) {
      count += quantity
      total += totalPrice
    }
    find('#cart').textContent = `${count} item(s) - $ ${total ? total.toFixed(2) : 0}`
  }
  const session = localStorage.getItem(kept)
  if (session) send('/cart/' + session).then(({ listData = [] }) => listData.forEach(keep))

  find('main').addEventListener('click', async event => {
    const button = event.target.closest('[data-line]')
    if (!button || button.ariaBusy) return
    button.ariaBusy = true
    button.textContent = 'Adding...'
    try {
      const added = { quantity: 1, mySessionId: localStorage.getItem(kept), requestId: Math.random().toString(36) }
      const { data, message } = await send('/cart', { ...JSON.parse(button.dataset.line), ...added })
      if (!data) throw new Error(message)
      localStorage.setItem(kept, data.sessionId)
      keep(data)
      const picture = button.closest('article').querySelector('.picture')
      const pill = picture.querySelector('.held') ?? picture.appendChild(document.createElement('p'))
      pill.className = 'held'
      pill.textContent = `${data.quantity} in cart`
      button.textContent = 'Add to Cart'
    } catch {
      button.textContent = 'Please try again'
    }
    button.ariaBusy = null
  })

  find('.sort select').onchange = event => event.target.form.submit()
  find('.toggle input').onchange = event => event.target.form.submit()
  find('#news').onsubmit = event => {
    event.preventDefault()
    void send('/customer/subscribeNewsletter', { email: event.target.email.value }).then(() => event.target.reset())
  }
}
