import type { OfficeChange } from '#contract/office-change'
import { momentText } from './office-text.ts'
import { OfficeTable } from './OfficeTable.tsx'

/** Changes: when, who, what, before and after. */
export const History = ({ changes }: { changes: readonly OfficeChange[] }) =>
  changes.length === 0 ? (
    <p className="muted">Nothing was changed yet.</p>
  ) : (
    <OfficeTable columns={['Time', 'Who', 'What', 'Before', 'After']}>
      {changes.map(({ changeId, at, staffName, what, before, after }) => (
        <tr key={changeId}>
          <td data-label="Time">
            <time dateTime={at}>{momentText(at)}</time>
          </td>
          <td data-label="Who" translate="no">
            {staffName}
          </td>
          <td data-label="What">{what}</td>
          <td data-label="Before">{before ?? '–'}</td>
          <td data-label="After">{after ?? '–'}</td>
        </tr>
      ))}
    </OfficeTable>
  )
