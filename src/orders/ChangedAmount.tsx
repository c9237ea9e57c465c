import { moneyText } from '../ui/format-money.ts'

interface Props {
  /** Cents. */
  was: number
  now: number
}

/** A changed amount: the old one struck through, then the new one; screen readers read 'was' and 'now'. */
export const ChangedAmount = ({ was, now }: Props) => (
  <>
    <span className="vh">was </span>
    <s>{moneyText(was)}</s>
    <span className="vh">, now</span> {moneyText(now)}
  </>
)
