import { useId } from 'react'
import { nextPhotograph } from '#machines/order-problem/order-problem'
import { shownErrors } from '#machines/order-problem/selectors'
import { useActor, useSend, useVault } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldLabel } from '../ui/FieldLabel.tsx'
import { Icon } from '../ui/Icon.tsx'
import field from '../ui/Field.module.css'
import { readPhotograph } from './read-photograph.ts'
import { lossTexts } from './report-text.ts'
import styles from './OrderProblem.module.css'

/** The photograph of a report: chosen, shown and removed. */
export function PhotographField() {
  const id = useId()
  const vault = useVault()
  const chosen = useActor('orderProblem', ({ context }) => context.form.photograph)
  const handle = useActor('orderProblem', ({ context }) => nextPhotograph(context))
  const isSending = useActor('orderProblem', snapshot => snapshot.matches('sending'))
  const error = useActor('orderProblem', snapshot => {
    const { photographLoss } = snapshot.context
    return photographLoss === null ? (shownErrors(snapshot).photograph ?? null) : lossTexts[photographLoss]
  })
  const send = useSend('orderProblem')
  const forget = () => chosen !== null && vault.forget(chosen)
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (file === undefined) return
    const { dataUrl, bytes } = await readPhotograph(file)
    forget()
    vault.keep(handle, dataUrl)
    send({ type: 'problem.choosePhotograph', handle, bytes })
  }
  const remove = () => {
    forget()
    send({ type: 'problem.removePhotograph' })
    const input = document.getElementById(id) as HTMLInputElement
    // the same file can be chosen again
    input.value = ''
    input.focus()
  }
  const picture = chosen === null ? '' : vault.read(chosen)
  return (
    <div className={field.field}>
      <FieldLabel required={false}>
        <label className={field.label} htmlFor={id}>
          Photograph
        </label>
      </FieldLabel>
      <input
        className={styles.file}
        id={id}
        name="photograph"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={isSending}
        aria-invalid={error !== null || undefined}
        aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-error`}`}
        onChange={event => void choose(event.currentTarget)}
      />
      <p id={`${id}-hint`} className={field.hint}>
        JPEG, PNG or WebP. Only our staff can see it.
      </p>
      {error !== null && (
        <p id={`${id}-error`} className={field.error} role="alert">
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
      <p className="vh" role="status">
        {picture === '' ? '' : 'The photograph is chosen'}
      </p>
      {picture !== '' && (
        <div className={styles.chosen}>
          <img className={styles.photograph} src={picture} alt="The chosen photograph" />
          <Button size="small" aria-disabled={isSending || undefined} onClick={remove}>
            Remove photograph
          </Button>
        </div>
      )}
    </div>
  )
}
