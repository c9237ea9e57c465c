import {
  sectionOf,
  settingText,
  type SectionName,
  type SettingField,
  type SettingList,
  type TakenSlot,
} from '#contract/office-settings'
import { slotText } from '#contract/slot-text'
import { newSettingPath, settingPath } from '#machines/office/settings-paths'
import { focusOnMount } from '../form/form-focus.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { OfficeTable } from './OfficeTable.tsx'
import { OneMoment } from './OneMoment.tsx'
import { SettingsNav } from './SettingsNav.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './SettingsPage.module.css'

/** The settings of a section. */
export function SettingsPage() {
  const section = useOffice('officeSettings', ({ context }) => context.section)
  const { title, about } = sectionOf(section)
  return (
    <div className="stack-6">
      <title>{`${title} · Office`}</title>
      <div className={styles.head}>
        <SettingsNav section={section} />
        <h1 tabIndex={-1} ref={focusOnMount}>
          {title}
        </h1>
        <p className="muted">{about}</p>
      </div>
      <Section section={section} />
    </div>
  )
}

function Section({ section }: { section: SectionName }) {
  const list = useOffice('officeSettings', ({ context }) => context.list)
  const isUnreachable = useOffice('officeSettings', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeSettings')
  if (isUnreachable)
    return (
      <FailedLoad heading="The settings could not be read" onRetry={() => send({ type: 'settings.retry' })}>
        <p>Please check the connection.</p>
      </FailedLoad>
    )
  if (list === null) return <OneMoment />
  return (
    <>
      <Rows section={section} list={list} />
      {list.slots && <Slots slots={list.slots} />}
    </>
  )
}

function Rows({ section, list: { rows, choices } }: { section: SectionName; list: SettingList }) {
  const { noun, fields, canAdd } = sectionOf(section)
  const shown = Object.entries<SettingField>(fields).filter(([, { isKey }]) => !isKey)
  return (
    <section className={`panel stack ${styles.rows}`}>
      {canAdd && <ButtonLink href={newSettingPath(section)}>{`New ${noun}`}</ButtonLink>}
      {rows.length === 0 ? (
        <EmptyState heading="There are none yet" />
      ) : (
        <OfficeTable columns={['Name', ...shown.map(([, { label }]) => label)]}>
          {rows.map(({ key, name, values }) => (
            <tr key={key}>
              <td data-label="Name">
                <a className="textlink" href={settingPath(section, key)} translate="no">
                  {name}
                </a>
              </td>
              {shown.map(([field, of]) => (
                <td key={field} data-label={of.label}>
                  {settingText(of, values[field]!, choices[field])}
                </td>
              ))}
            </tr>
          ))}
        </OfficeTable>
      )}
    </section>
  )
}

/** The slots that are not over, with their orders. */
const Slots = ({ slots }: { slots: readonly TakenSlot[] }) => (
  <section className="panel stack" aria-labelledby="coming-slots">
    <h2 id="coming-slots">Coming slots</h2>
    {slots.length === 0 ? (
      <p className="muted">There are no slots.</p>
    ) : (
      <OfficeTable columns={['Slot', 'Method', 'Orders']}>
        {slots.map(({ slotId, methodName, capacity, taken, ...times }) => (
          <tr key={slotId}>
            <td data-label="Slot">{slotText(times)}</td>
            <td data-label="Method" translate="no">
              {methodName}
            </td>
            <td data-label="Orders" className="num">
              {`${taken} of ${capacity}`}
            </td>
          </tr>
        ))}
      </OfficeTable>
    )}
  </section>
)
