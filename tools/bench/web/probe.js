/*
 * Runs in the measured page before its own scripts and records what a shopper would see. Times are milliseconds since
 * the start of the navigation. Plain JavaScript, because compiled TypeScript uses helpers that the page does not have.
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

  // definition of CLS: the largest session window; gaps under 1 s, at most 5 s in total
  const shifts = { first: 0, last: -Infinity, sum: 0 }
  observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return
    const goesOn = startTime - shifts.last < 1000 && startTime - shifts.first < 5000
    Object.assign(shifts, goesOn ? { sum: shifts.sum + value } : { first: startTime, sum: value }, { last: startTime })
    noted.cls = Math.max(noted.cls, shifts.sum)
  })

  // an interaction, such as a tap, has several events: pointerdown, pointerup and click
  const keys = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup']
  observe(
    'event',
    ({ name, startTime, duration, interactionId }) => {
      if (!interactionId) return
      const known = interactions.get(interactionId) ?? { start: startTime, duration: 0, byKey: keys.includes(name) }
      interactions.set(interactionId, { ...known, duration: Math.max(duration, known.duration) })
    },
    { durationThreshold: 16 },
  )

  /**
   * Calls back after layout in the next frame, right before paint. A message posted from there would run after paint,
   * but the browser can delay it by seconds while a page loads.
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

  /** Checks once per frame, until the content is visible. Measuring an element forces layout. */
  const look = () => {
    if (noted.products === 0 && [0, 1, 2, 3].every(at => isSeen(all('main article h2')[at]))) {
      noted.products = performance.now()
    }
    if (noted.heading === 0 && isSeen(all('main h1')[0])) noted.heading = performance.now()
    const isDone = noted.products > 0 && noted.heading > 0
    if (!isDone && performance.now() < 20_000) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)

  /** Reports the position of the first button as soon as it can be clicked. */
  const offer = () => {
    const [button] = addButtons()
    if (!isSeen(button)) return requestAnimationFrame(offer)
    button.scrollIntoView({ block: 'center', behavior: 'instant' })
    inFrame(() => inFrame(() => window.benchOffer(centre(button))))
  }
  if (early) requestAnimationFrame(offer)

  /** The text of a card and the attributes of its buttons. */
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

  // the time between the first and the last listener of an event is spent in the page's scripts
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
    strokes: () => strokes,
    interactions: () => [...interactions.values()],
    /** When hydration was done, by the performance mark `alive`; 0 for pages without the mark. */
    hydratedAt: () => performance.getEntriesByName('alive')[0]?.startTime ?? 0,
    /** Scrolls an element into the centre of the viewport and returns its position. */
    reach: selector => {
      const element = selector === 'add' ? addButtons()[0] : all(selector)[0]
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return new Promise(done => inFrame(() => inFrame(() => done(centre(element)))))
    },
    /** Bytes of scripts that were completely received at a time. */
    scriptsBy: time =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= time)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    session: () => localStorage.getItem('shop.session'),
  }
}
