/** Key in `localStorage` of the milliseconds by which the gateway's clock is ahead of the device's; negative if it is behind. */
export const clockKey = 'shop.clock'

/** Of this page load; `ahead` while the browser does not store it. */
const memory = { ahead: 0, answered: false }

/** A stored text of another shape, or of more than 300 years, counts as none. */
function ahead(): number {
  let stored: string | null | undefined
  try {
    stored = localStorage.getItem(clockKey)
  } catch {
    // storage is blocked
  }
  return stored && /^-?\d{1,13}$/.test(stored) ? Number(stored) : memory.ahead
}

/**
 * The time at the gateway, in milliseconds since the epoch: the clock of a device may be wrong by hours, or be set while the shop is
 * open. Times that come from the gateway or are stored for a later visit are compared with this one. Until the first answer of the
 * gateway it is the time of the last visit's measurement, or the device's.
 */
export const gatewayNow = (): number => Date.now() + ahead()

/** Whether the gateway has answered in this page load, so that `gatewayNow` is not a measurement of before. */
export const isTimeKnown = (): boolean => memory.answered

/**
 * Corrects the gateway's time by the `Date` header of an answer. The header was written while the request took place, so a slow answer
 * changes nothing that it does not disprove.
 *
 * @param date - with a resolution of one second (RFC 9110 6.6.1); null changes nothing
 * @param took - milliseconds since the request was sent, by a clock that can't be set: another answer may have corrected the time since
 */
export function noteGatewayTime(date: string | null, took: number): void {
  memory.answered = true
  const behind = Date.parse(date!) - gatewayNow()
  const correction = Math.max(0, behind) || Math.min(0, behind + took + 1_000)
  if (!correction) return
  memory.ahead = Math.round(ahead() + correction)
  try {
    localStorage.setItem(clockKey, String(memory.ahead))
  } catch {
    // kept in memory
  }
}
