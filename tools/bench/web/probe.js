/*
 * Runs in the measured page before anything of its own and notes what a shopper would see. Times are milliseconds from the
 * start of the navigation. Plain JavaScript, since what compiles TypeScript here adds helpers that a page does not have.
 */
{
  const early = window.benchEarly === true
  const noted = { fcp: 0, lcp: 0, cls: 0, tasks: [], products: 0, heading: 0, answer: 0, routed: 0, hit: 0 }
  const strokes = []
  const interactions = new Map()

  const observe = (type, note, options = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })

  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.lcp = startTime
  })
  observe('longtask', ({ startTime, duration }) => noted.tasks.push([startTime, duration]))

  // as the metric is defined: the worst window of shifts with gaps under a second, of at most five
  const shifts = { first: 0, last: -Infinity, sum: 0 }
  observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return
    const goesOn = startTime - shifts.last < 1000 && startTime - shifts.first < 5000
    Object.assign(shifts, goesOn ? { sum: shifts.sum + value } : { first: startTime, sum: value }, { last: startTime })
    noted.cls = Math.max(noted.cls, shifts.sum)
  })

  const keys = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup']
  observe(
    'event',
    ({ name, duration, interactionId }) => {
      if (!interactionId || !keys.includes(name)) return
      interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
    },
    { durationThreshold: 16 },
  )

  /**
   * Calls back within the next frame, once it is laid out: right before it is painted. A message posted from there to be
   * handled after the paint would be more to the point, but the browser lets those wait for seconds while a page loads.
   */
  const inFrame = act =>
    requestAnimationFrame(() => {
      document.body.getBoundingClientRect()
      act(performance.now())
    })

  const isSeen = element =>
    element !== undefined &&
    element.textContent.trim() !== '' &&
    element.getBoundingClientRect().height > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const all = selector => [...document.querySelectorAll(selector)]
  const addButtons = () => all('main article button').filter(button => button.textContent.includes('Add to Cart'))
  const centre = element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }

  /** Looks once a frame, until what a page has to show is there; to ask where an element is lays the page out. */
  const look = () => {
    if (noted.products === 0 && [0, 1, 2, 3].every(at => isSeen(all('main article h2')[at]))) {
      noted.products = performance.now()
    }
    if (noted.heading === 0 && isSeen(all('main h1')[0])) noted.heading = performance.now()
    const isDone = noted.products > 0 && noted.heading > 0
    if (!isDone && performance.now() < 20_000) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)

  /** Reports the position of the first button as soon as it can be tapped. */
  const offer = () => {
    const [button] = addButtons()
    if (!isSeen(button)) return requestAnimationFrame(offer)
    button.scrollIntoView({ block: 'center', behavior: 'instant' })
    inFrame(() => inFrame(() => window.benchOffer(centre(button))))
  }
  if (early) requestAnimationFrame(offer)

  /** What a card says, and what its button says about itself. */
  const stateOf = card =>
    card === undefined
      ? ''
      : [
          card.textContent,
          ...[...card.querySelectorAll('button')].flatMap(({ attributes }) =>
            [...attributes]
              .filter(({ name }) => /^(aria-(busy|disabled|pressed)|disabled|data-.*)$/.test(name))
              .map(({ name, value }) => `${name}=${value}`),
          ),
        ].join(' ')

  const watchCard = (at, began) => {
    const before = stateOf(all('main article')[at])
    const watcher = new MutationObserver(() => {
      if (stateOf(all('main article')[at]) === before) return
      watcher.disconnect()
      inFrame(time => (noted.answer = time - began))
    })
    watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  }

  const watchHeading = (before, began) => {
    const [heading] = all('main h1')
    if (isSeen(heading) && heading.textContent !== before) noted.routed = performance.now() - began
    else requestAnimationFrame(() => watchHeading(before, began))
  }

  addEventListener(
    'pointerdown',
    ({ target, timeStamp }) => {
      const card = target.closest('main article')
      if (card !== null && target.closest('button') !== null) noted.hit += 1
      if (card === null) return
      const isLink = target.closest('a') !== null
      if (isLink) watchHeading(all('main h1')[0]?.textContent, timeStamp)
      else watchCard(all('main article').indexOf(card), timeStamp)
    },
    { capture: true },
  )

  // the first listener of an event and the last: what lies between them is the page's script
  let began = 0
  for (const type of keys) {
    addEventListener(
      type,
      () => {
        if (type === 'keydown') strokes.push(0)
        began = performance.now()
      },
      { capture: true },
    )
    addEventListener(type, () => {
      if (strokes.length > 0) strokes[strokes.length - 1] += performance.now() - began
    })
  }

  window.bench = {
    noted: () => noted,
    keys: () => ({ strokes, interactions: [...interactions.values()] }),
    /** Brings an element to the middle of the window and says where it is. */
    reach: selector => {
      const element = selector === 'add' ? addButtons()[0] : all(selector)[0]
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return new Promise(done => inFrame(() => inFrame(() => done(centre(element)))))
    },
    /** Bytes of scripts that had come whole by a moment. */
    scriptsBy: time =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= time)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    session: () => localStorage.getItem('shop.session'),
  }
}
