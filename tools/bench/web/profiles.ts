import type { BrowserContextOptions } from 'playwright-core'

/** A device and its network. */
export interface Profile {
  name: 'phone' | 'desktop'
  device: BrowserContextOptions
  /** How many times slower the processor is than this machine's. */
  slowdown: number
  /** Megabits a second, and milliseconds that are added to each request. */
  network: { down: number; up: number; latency: number }
}

/** A middling phone on a middling mobile network. */
export const phone: Profile = {
  name: 'phone',
  device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  slowdown: 4,
  network: { down: 1.6, up: 0.75, latency: 150 },
}

/** A desktop computer on a cable. */
export const desktop: Profile = {
  name: 'desktop',
  device: { viewport: { width: 1280, height: 900 } },
  slowdown: 1,
  network: { down: 10, up: 10, latency: 40 },
}

/** A profile in a line of text. */
export function described({ device, slowdown, network }: Profile): string {
  const { width, height } = device.viewport!
  const screen = `${width} × ${height}${device.hasTouch ? ', touch' : ''}`
  const processor = slowdown === 1 ? 'processor as it is' : `processor slowed ${slowdown} times`
  return `${screen}, ${processor}, ${network.down} Mbit/s down, ${network.up} Mbit/s up, ${network.latency} ms a request`
}
