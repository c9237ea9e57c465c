import type { TrustedTypesWindow } from '../ui/trusted-html.ts'

/** Registers the service worker. Over plain http and in some private windows there is none. */
export function registerServiceWorker(window: Window): void {
  const path = '/sw.js'
  const { trustedTypes } = window as TrustedTypesWindow
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: (url: string) => url })
  // the shop works without it
  void window.navigator.serviceWorker?.register(policy?.createScriptURL(path) ?? path).catch(() => {})
}
