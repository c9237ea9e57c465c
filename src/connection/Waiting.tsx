import { Icon } from '../ui/Icon.tsx'
import styles from './Waiting.module.css'

/** Marks a change that waits for a connection. */
export const Waiting = () => (
  <p className={styles.waiting}>
    <Icon of="clock" size="small" />
    Waiting for connection
  </p>
)
