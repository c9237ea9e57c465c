import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, the slowest first, relative to `tests/`. A slow file that starts last would run alone at the end. */
export const slowFiles = [
  'browser/accessibility/page-states.test.ts',
  'browser/account/customer-page-states.test.ts',
  'browser/cart/faults.test.ts',
  'browser/session/session.test.ts',
  'browser/catalogue/carousel.test.ts',
  'browser/payment/payment-faults.test.ts',
  'browser/checkout/outbox.test.ts',
  'reports/browser/overlapping-text.test.ts',
  'browser/checkout/buying.test.ts',
  'browser/payment/sandbox.test.ts',
  'browser/layout/shells.test.ts',
  'browser/layout/layout.test.ts',
  'browser/layout/routes.test.ts',
  'browser/journal/mismatch.test.ts',
  'browser/layout/toasts.test.ts',
  'browser/payment/payment.test.ts',
  'browser/checkout/conflicts.test.ts',
  'browser/accessibility/keyboard.test.ts',
  'browser/journal/journal.test.ts',
  'browser/suggestions/suggestions.test.ts',
  'browser/server/served.test.ts',
  'browser/registration/registration.test.ts',
  'browser/account/account.test.ts',
  'browser/catalogue/filters.test.ts',
  'browser/catalogue/shopping.test.ts',
  'browser/orders/orders.test.ts',
  'browser/catalogue/rows.test.ts',
  'browser/journal/canary.test.ts',
  'reports/browser/hostile-values.test.ts',
  'reports/browser/broken-screen.test.ts',
  'reports/browser/silent-input.test.ts',
  'browser/checkout/by-weight.test.ts',
  'browser/payment/payment-window.test.ts',
  'reports/browser/translated-page.test.ts',
  'browser/registration/composition.test.ts',
  'browser/payment/payment-tabs.test.ts',
  'reports/browser/old-release.test.ts',
  'reports/browser/long-words.test.ts',
  'reports/browser/clicks-that-move.test.ts',
  'browser/accessibility/spoken.test.ts',
  'reports/browser/static-frames.test.ts',
  'browser/server/styles.test.ts',
  'browser/catalogue/pages.test.ts',
  'browser/accessibility/keyboard-account.test.ts',
  'browser/cart/tabs.test.ts',
  'contract/gateway/gateway.test.ts',
  'contract/gateway/gateway-postgres.test.ts',
  'contract/gateway/gateway-folder.test.ts',
  'contract/accounts/account-http.test.ts',
  'contract/gateway/client.test.ts',
  'model/reload.test.ts',
  'model/reload-shop.test.ts',
  'model/journal.test.ts',
  'model/exactly-once.test.ts',
  'model/fuzz.test.ts',
  'model/models.test.ts',
]

const isWalk = (file: string) => /\/browser\/walks[^/]*\.test\.ts$/.test(file)

/** Walks first, then the slowest files. */
const rankOf = ({ moduleId }: TestSpecification): number => {
  if (isWalk(moduleId)) return -1
  const at = slowFiles.findIndex(file => moduleId.endsWith(`/tests/${file}`))
  return at < 0 ? slowFiles.length : at
}

/** Runs the slowest files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
