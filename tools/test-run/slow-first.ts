import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Browser files that take longest; begun last, one of them would run alone at the end. */
const slow = [
  'sights',
  'walks-people',
  'customer-sights',
  'account',
  'registration',
  'faults',
  'walks-checkout',
  'carousel',
  'routes',
  'payment-faults',
  'layout',
  'session',
  'conflicts',
  'shopping',
  'buying',
  'keyboard',
  'payment',
  'served',
]

/** Runs the slowest files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.findIndex(name => moduleId.endsWith(`/browser/${name}.test.ts`))
      return at < 0 ? slow.length : at
    }
    const inOrder = await BaseSequencer.prototype.sort.call(this, files)
    return inOrder.toSorted((a, b) => rank(a) - rank(b))
  }
}
