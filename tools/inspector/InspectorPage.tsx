import { useSyncExternalStore } from 'react'
import { ActorTree } from './ActorTree.tsx'
import { DiagramView } from './DiagramView.tsx'
import { ContextPanel } from './ContextPanel.tsx'
import { CoveragePanel } from './CoveragePanel.tsx'
import { EntryList } from './EntryList.tsx'
import type { Files } from './files.ts'
import { KeyHelp } from './KeyHelp.tsx'
import { NothingOpen } from './NothingOpen.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { ReportBar } from './ReportBar.tsx'
import { PastBar } from './PastBar.tsx'
import { SendForm } from './SendForm.tsx'
import { SequenceView } from './SequenceView.tsx'
import type { Inspector } from './state.ts'
import { Timeline } from './Timeline.tsx'
import { TopBar } from './TopBar.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import styles from './InspectorPage.module.css'

interface Props {
  inspector: Inspector
  files: Files
}

/** The page. Only this component reads the inspector; its children get data and callbacks. */
export function InspectorPage({ inspector, files }: Props) {
  const shown = useSyncExternalStore(inspector.subscribe, inspector.get)
  const { source, view, help } = shown
  return (
    <div className={styles.page} data-is={source === null ? 'empty' : 'open'}>
      <TopBar shown={shown} act={inspector} files={files} />
      {source === null ? (
        <main className={styles.main}>
          <NoticeBar notice={shown.notice} act={inspector} />
          <NothingOpen files={files} />
        </main>
      ) : (
        <>
          <ActorTree shown={shown} act={inspector} />
          <main className={styles.main} aria-label={view}>
            <ViewTabs shown={shown} act={inspector} />
            <PastBar shown={shown} act={inspector} />
            <ReportBar report={shown.report} act={inspector} />
            <NoticeBar notice={shown.notice} act={inspector} />
            {view === 'sequence' ? (
              <SequenceView shown={shown} act={inspector} />
            ) : (
              <DiagramView shown={shown} act={inspector} />
            )}
          </main>
          <aside className={styles.side} aria-label={view === 'coverage' ? 'Coverage' : 'Context'}>
            {view === 'coverage' ? (
              <CoveragePanel shown={shown} act={inspector} />
            ) : (
              <>
                <ContextPanel shown={shown} act={inspector} />
                <SendForm shown={shown} act={inspector} />
              </>
            )}
          </aside>
          <section className={styles.time} aria-label="Timeline">
            <Timeline shown={shown} act={inspector} />
            <EntryList shown={shown} act={inspector} />
          </section>
        </>
      )}
      <KeyHelp open={help === 'open'} onClose={() => inspector.show({ help: 'closed' })} />
    </div>
  )
}
