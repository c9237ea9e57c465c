import type { BrowserContextOptions } from 'playwright-core'

/** A device and its network. */
export interface Profile {
  name: 'phone' | 'desktop'
  device: BrowserContextOptions
  /** CPU slowdown relative to this machine. */
  slowdown: number
  /** Bandwidth in Mbit/s, and latency per request in milliseconds. */
  network: { down: number; up: number; latency: number }
}

/** A mid-range phone on a mid-range mobile network. */
export const phone: Profile = {
  name: 'phone',
  device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  slowdown: 4,
  network: { down: 1.6, up: 0.75, latency: 150 },
}

/** A desktop on a cable connection. */
export const desktop: Profile = {
  name: 'desktop',
  device: { viewport: { width: 1280, height: 900 } },
  slowdown: 1,
  network: { down: 10, up: 10, latency: 40 },
}

/** A profile as one line of text. */
export function described({ device, slowdown, network }: Profile): string {
  const { width, height } = device.viewport!
  const screen = `${width} × ${height}${device.hasTouch ? ', touch' : ''}`
  const processor = slowdown === 1 ? 'processor not slowed' : `processor slowed ${slowdown} times`
  return `${screen}, ${processor}, ${network.down} Mbit/s down, ${network.up} Mbit/s up, ${network.latency} ms latency per request`
}
