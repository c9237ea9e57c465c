import { moneyText } from '../ui/format-money.ts'

interface Props {
  /** Cents. */
  was: number
  now: number
}

/** An amount that changed: the old one struck through, the new one after it; screen readers hear 'was' and 'now'. */
export const ChangedAmount = ({ was, now }: Props) => (
  <>
    <span className="vh">was </span>
    <s>{moneyText(was)}</s>
    <span className="vh">, now</span> {moneyText(now)}
  </>
)
