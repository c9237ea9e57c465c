import { resetHandle, resetMistakes, type ResetContext, type ResetEvent } from '#machines/password/reset'
import type { Vault } from '#machines/journal/vault'
import { useActor, useSend, useVault } from '../system/actors.tsx'
import { keepFocusOnPress, focusOnMount } from '../form/form-focus.ts'
import { Form } from '../form/Form.tsx'
import { hasErrors, visibleErrors } from '../form/field-errors.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import entry from '../form/EntryPage.module.css'

/** The page 'Choose a new password', which a link in a mail leads to. */
export function ResetScreen() {
  const context = useActor('reset', snapshot => snapshot.context)
  const is = useActor('reset', ({ value }) => (typeof value === 'object' ? 'choosing' : value))
  const isTried = useActor('reset', snapshot => snapshot.matches({ choosing: 'tried' }))
  const send = useSend('reset')
  const vault = useVault()
  return (
    <div className={entry.page} data-width="narrow">
      <Breadcrumb trail={[{ name: 'Login', to: '/auth/login' }, { name: 'New password' }]} />
      {is === 'changed' && <Changed />}
      {is === 'spent' && <Unusable words={context.refusal?.message ?? ''} />}
      {is === 'linkless' && <Unusable words={wordsWithoutLink(context)} />}
      {(is === 'choosing' || is === 'changing') && (
        <ResetForm {...{ context, isTried, vault, send }} isChanging={is === 'changing'} />
      )}
    </div>
  )
}

/** Why nothing can be typed; a page that was loaded again has let go of the link, perhaps while an answer was waited for. */
const wordsWithoutLink = ({ refusal }: ResetContext): string =>
  refusal === null || refusal.code === 'refused'
    ? 'Please open the link in your email again, or ask for a new one.'
    : 'We got no answer, so your password may be the new one already. Try to log in, or open the link in your email again.'

interface Props {
  context: ResetContext
  isTried: boolean
  isChanging: boolean
  vault: Vault
  send: (event: ResetEvent) => void
}

function ResetForm({ context, isTried, isChanging, vault, send }: Props) {
  const errors = visibleErrors(resetMistakes(context), context.touched, isTried)
  return (
    <section className="panel stack-6">
      <title>{`${hasErrors(errors, isTried, context.refusal) ? 'Error: ' : ''}Choose a new password · ${store.name}`}</title>
      <h1 tabIndex={-1}>Choose a new password</h1>
      <Form tried={isTried} errors={errors} busy={isChanging} onSubmit={() => send({ type: 'reset.submit' })}>
        {context.refusal && (
          <Notice tone="bad" role="alert">
            {context.refusal.message}
          </Notice>
        )}
        <div className="form">
          <NewPasswordFields
            vault={vault}
            handle={field => resetHandle(context, field)}
            errors={errors}
            onType={typed => send({ type: 'reset.typed', ...typed })}
            onLeave={field => send({ type: 'reset.blurred', field })}
          />
        </div>
        <Button
          type="submit"
          look="go"
          size="big"
          wide
          pending={isChanging && 'Changing…'}
          onMouseDown={keepFocusOnPress}
        >
          Change Password
        </Button>
      </Form>
    </section>
  )
}

const Unusable = ({ words }: { words: string }) => (
  <section className="panel">
    <title>{`Choose a new password · ${store.name}`}</title>
    <EmptyState
      level={1}
      heading="This link does not work any more"
      headingRef={focusOnMount}
      action={
        <>
          <ButtonLink look="go" size="big" href="/forget-password">
            Ask for a new link
          </ButtonLink>
          <ButtonLink size="big" href="/auth/login">
            Login
          </ButtonLink>
        </>
      }
    >
      <p role="alert">{words}</p>
    </EmptyState>
  </section>
)

const Changed = () => (
  <section className="panel">
    <title>{`Password changed · ${store.name}`}</title>
    <EmptyState
      level={1}
      heading="Password changed"
      headingRef={focusOnMount}
      action={
        <ButtonLink look="go" size="big" href="/auth/login">
          Login
        </ButtonLink>
      }
    >
      <p role="status">Success: Your password has been changed.</p>
    </EmptyState>
  </section>
)
