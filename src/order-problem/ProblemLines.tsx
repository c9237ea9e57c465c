import { reportableLines } from '#machines/order-problem/problem-form'
import { reportedCount, shownErrors } from '#machines/order-problem/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ProductName } from '../ui/ProductName.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import checkbox from '../ui/Checkbox.module.css'
import field from '../ui/Field.module.css'
import styles from './OrderProblem.module.css'

/** The products of the order: which ones the report is about, and how many of each. */
export function ProblemLines() {
  const order = useActor('orderProblem', ({ context }) => context.order!)
  const error = useActor('orderProblem', snapshot => shownErrors(snapshot).lines ?? null)
  return (
    <fieldset
      className={styles.fields}
      name="lines"
      tabIndex={-1}
      aria-describedby={error === null ? undefined : errorId}
    >
      <legend className={field.label}>What is it about?</legend>
      {error !== null && (
        <p id={errorId} className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
      <ul className={styles.lines}>
        {reportableLines(order).map(line => (
          <Line key={line.productId} {...line} isInvalid={error !== null} />
        ))}
      </ul>
    </fieldset>
  )
}

const errorId = 'problem-lines-error'

interface Props {
  productId: number
  productName: string
  /** How many of it the order has. */
  quantity: number
  isInvalid: boolean
}

function Line({ productId, productName, quantity, isInvalid }: Props) {
  const count = useActor('orderProblem', ({ context }) => reportedCount(context, productId))
  const send = useSend('orderProblem')
  const choose = (chosen: number) => send({ type: 'problem.chooseLine', productId, quantity: chosen })
  return (
    <li className={styles.line}>
      <label className={checkbox.label}>
        <input
          type="checkbox"
          name={`line-${productId}`}
          checked={count > 0}
          data-rendered={count > 0}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? errorId : undefined}
          onChange={event => choose(event.currentTarget.checked ? quantity : 0)}
        />
        <span className={checkbox.words}>
          <ProductName name={productName} />
        </span>
      </label>
      {count > 0 && quantity > 1 && (
        <SelectField
          label={`How many of ${productName}`}
          name={`count-${productId}`}
          value={String(count)}
          options={Array.from({ length: quantity }, (_, before) => ({
            value: String(before + 1),
            label: `${before + 1} of ${quantity}`,
          }))}
          required
          onChange={text => choose(Number(text))}
        />
      )}
    </li>
  )
}
