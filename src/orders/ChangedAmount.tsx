import { formatAmount } from '#contract/money'

interface Props {
  /** Cents. */
  was: number
  now: number
  /** Formats cents. */
  format?: typeof formatAmount
}

/** A changed amount: the old one struck through, then the new one; screen readers read 'was' and 'now'. */
export const ChangedAmount = ({ was, now, format = formatAmount }: Props) => (
  <>
    <span className="vh">was </span>
    <s>{format(was)}</s>
    <span className="vh">, now</span>
    <span>{` ${format(now)}`}</span>
  </>
)
