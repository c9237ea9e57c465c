const time = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-AU', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** When something was: the time, and the day if it was not today. @param at - ISO 8601 */
export const momentText = (at: string, now = new Date()): string => {
  const date = new Date(at)
  return (date.toDateString() === now.toDateString() ? time : dayAndTime).format(date)
}

/** '1 item', '3 items'. */
export const itemsText = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`
