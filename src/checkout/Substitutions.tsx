import { substitutions } from '#contract/substitution'
import { substitutionLabel, substitutionNames, substitutionPromise } from '#contract/substitution-text'
import { hasSubstitutions } from '#machines/checkout/order-rules'
import { useSend } from '../system/actors.tsx'
import { useCheckout, useOrderPreview } from './use-checkout.ts'
import styles from './Substitutions.module.css'

/** What the shopper wants for the order if something runs out; nothing for a gateway that does not know it. */
export function Substitutions({ isPlacing }: { isPlacing: boolean }) {
  const isOffered = useCheckout(hasSubstitutions)
  const chosen = useOrderPreview(({ substitution }) => substitution)
  const send = useSend('checkout')
  if (!isOffered) return null
  return (
    <fieldset className={styles.group} disabled={isPlacing}>
      <legend>{substitutionLabel}</legend>
      <p className="small muted">{`${substitutionPromise} Your choices for single products are in the cart.`}</p>
      <div className={styles.options}>
        {substitutions.map(one => (
          <label key={one}>
            <input
              type="radio"
              name="substitution"
              value={one}
              checked={one === chosen}
              onChange={() => send({ type: 'checkout.chooseSubstitution', substitution: one })}
            />
            <span>{substitutionNames[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
