import { focusOnMount } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { History } from './History.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { useOffice, useOfficeSend } from './system.tsx'

/** Everything that was changed, newest first. */
export function ChangesPage() {
  const changes = useOffice('officeChanges', ({ context }) => context.changes)
  const hasMore = useOffice('officeChanges', ({ context }) => context.hasMore)
  const isReading = useOffice('officeChanges', snapshot => snapshot.matches('reading'))
  const isUnreachable = useOffice('officeChanges', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeChanges')
  return (
    <div className="stack-6">
      <OfficeTitle text="Changes" />
      <h1 tabIndex={-1} ref={focusOnMount}>
        Changes
      </h1>
      <section className="panel stack">
        <History changes={changes} />
        {isUnreachable && (
          <FailedLoad heading="The changes could not be read" onRetry={() => send({ type: 'changes.retry' })}>
            <p>Please check the connection.</p>
          </FailedLoad>
        )}
        {hasMore && !isUnreachable && (
          <Button pending={isReading && 'Reading …'} onClick={() => send({ type: 'changes.readMore' })}>
            Show older changes
          </Button>
        )}
      </section>
    </div>
  )
}
