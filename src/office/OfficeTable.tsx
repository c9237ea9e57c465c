import type { ReactNode } from 'react'
import styles from './OfficeTable.module.css'

interface Props {
  columns: readonly string[]
  /** The rows. On a phone each cell shows its `data-label`, the name of its column. */
  children: ReactNode
}

/** A table; on a phone each row is a block of lines. */
export const OfficeTable = ({ columns, children }: Props) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
