import basket from '../assets/state-empty-cart.svg?no-inline'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './LoginScreen.module.css'

const reasons = [
  'Buy your last order again in one tap',
  'Save your addresses and see your orders',
  'The same cart on all your devices',
]

/** Beside the login: why to register. */
export const NewHere = () => (
  <section className={`panel ${styles.fresh}`} data-flat>
    <img src={basket} width="240" height="192" alt="" />
    <h2>New here?</h2>
    <ul>
      {reasons.map(reason => (
        <li key={reason}>
          <Icon of="check" size="small" />
          <span>{reason}</span>
        </li>
      ))}
    </ul>
    <ButtonLink href="/main/register">Register</ButtonLink>
  </section>
)
