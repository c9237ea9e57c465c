import type { ReactNode } from 'react'
import type { Account } from '#machines/messages/customer'
import { useActor, useSend } from '../system/actors.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Renders its children once the customer's account has loaded; a skeleton until then, or the failure. */
export function AccountGateScreen({ children }: { children: (account: Account) => ReactNode }) {
  const account = useActor('session', ({ context }) => context.account)
  const isUnreachable = useActor('session', snapshot => snapshot.matches({ start: 'unreachable' }))
  const send = useSend('session')
  if (account !== null) return children(account)
  if (!isUnreachable) return <AccountSkeleton />
  return (
    <FailedLoad heading="We couldn’t load your account" onRetry={() => send({ type: 'session.retry' })}>
      Your details are saved. Please try again in a moment.
    </FailedLoad>
  )
}

const widths = ['38%', '72%', '60%', '66%', '44%']

const AccountSkeleton = () => (
  <section className="panel stack" aria-busy="true">
    <p className="vh" role="status">
      Loading your account
    </p>
    {widths.map(width => (
      <Skeleton key={width} width={width} />
    ))}
    <Skeleton shape="pill" width="140px" />
  </section>
)
