import { Icon } from '../ui/Icon.tsx'
import './payment-mark.css'

const icons = { cash: 'banknote', wallet: 'wallet', card: 'credit-card' } as const

interface Props {
  kind: keyof typeof icons
  name: string
}

/** A list item: a payment method as a small card with an icon for its kind, and its name. */
export const PaymentMark = ({ kind, name }: Props) => (
  <li data-payment-mark>
    <Icon of={icons[kind]} />
    <span>{name}</span>
  </li>
)
