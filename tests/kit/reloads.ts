import { actorAt } from '#machines/journal/actor-at'
import { interruption, isRestarted, type ResumeRule } from '#machines/journal/resume'
import { resumedEvents, resumePolicy } from '#machines/shop/resume-policy'
import type { runJournaled } from './system.ts'

type Run = Pick<ReturnType<typeof runJournaled>, 'root' | 'pending' | 'host' | 'settle'>

/** Milliseconds that a reload takes. */
export const reloadTime = 700

const rules: Record<string, ResumeRule> = Object.assign({}, ...Object.values(resumePolicy))

/** Whether a name is that of an effect, not of a machine that a model replaces by a stub. */
export const isEffectName = (name: string): boolean => name in rules

const ruleFor = (name: string): ResumeRule => rules[name.split('/').at(-1)!] ?? 'restart'

/** Whether an effect fails after a quick reload instead of being started again. @param name - as of a pending effect */
export const isInterrupted = ({ name }: { name: string }): boolean =>
  ruleFor(name) !== 'ask' && !isRestarted(ruleFor(name), reloadTime)

/** Simulates a reload on machines that keep running. Returns whether any effect was interrupted. */
export async function simulateReload(run: Run, isMine = (_one: { name: string }) => true): Promise<boolean> {
  const isLost = (one: { name: string }) => isMine(one) && isInterrupted(one)
  const lost = run.pending.filter(isLost)
  const lastAt = run.host.now()
  run.host.elapse(reloadTime)
  for (const one of lost) if (run.pending.includes(one)) await run.settle(one, { refusal: interruption as never })
  for (const [to, event] of resumedEvents(run.host.now() - lastAt)) {
    const id = to.split('/').at(-1)
    if (run.root.id === id) run.root.send(event)
    else if (run.root.id === 'shop') actorAt(run.root, to)?.send(event)
  }
  return lost.length > 0
}
