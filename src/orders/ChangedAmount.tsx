import { moneyText } from '../ui/format-money.ts'

interface Props {
  /** Cents. */
  was: number
  now: number
  /** Formats cents. */
  format?: typeof moneyText
}

/** A changed amount: the old one struck through, then the new one; screen readers read 'was' and 'now'. */
export const ChangedAmount = ({ was, now, format = moneyText }: Props) => (
  <>
    <span className="vh">was </span>
    <s>{format(was)}</s>
    <span className="vh">, now</span>
    <span>{` ${format(now)}`}</span>
  </>
)
