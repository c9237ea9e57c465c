import { Icon } from '../ui/Icon.tsx'
import styles from './OrderChange.module.css'

/** Why the order can't be changed like this, in the place that it is about. */
export const Problems = ({ texts }: { texts: readonly string[] }) =>
  texts.length > 0 && (
    <div className={styles.problems} role="alert">
      {texts.map(text => (
        <p key={text}>
          <Icon of="circle-alert" size="small" />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
