import {
  newKey,
  sectionOf,
  settingText,
  type OfficeSetting,
  type SectionName,
  type SettingField,
} from '#contract/office-settings'
import { enteredFields, readSettingForm } from '#machines/office/setting-form'
import { sectionPath } from '#machines/office/settings-paths'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { History } from './History.tsx'
import { OneMoment } from './OneMoment.tsx'
import { SettingsNav } from './SettingsNav.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import page from './OrderPage.module.css'
import styles from './SettingsPage.module.css'

/** A setting, or one that is being made. */
export function SettingPage() {
  const section = useOffice('officeSetting', ({ context }) => context.section)
  const setting = useOffice('officeSetting', ({ context }) => context.setting)
  const isUnknown = useOffice('officeSetting', snapshot => snapshot.matches('unknown'))
  const isUnreachable = useOffice('officeSetting', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeSetting')
  if (isUnknown)
    return (
      <section className="panel">
        <title>No such setting · Office</title>
        <EmptyState level={1} heading="There is no such setting" action={<ToSection section={section} />} />
      </section>
    )
  if (setting !== null) return <SettingView section={section} setting={setting} />
  if (isUnreachable)
    return (
      <FailedLoad heading="The setting could not be read" onRetry={() => send({ type: 'setting.retry' })}>
        <p>Please check the connection.</p>
      </FailedLoad>
    )
  return <OneMoment />
}

const ToSection = ({ section }: { section: SectionName }) => (
  <a className="textlink" href={sectionPath(section)}>
    {`All ${sectionOf(section).title.toLowerCase()}`}
  </a>
)

function SettingView({ section, setting }: Shown) {
  const { title, noun, about, isSingle } = sectionOf(section)
  const isNew = setting.key === newKey
  const heading = isSingle ? title : isNew ? `New ${noun}` : setting.name
  return (
    <div className="stack-6">
      <title>{`${heading} · Office`}</title>
      <div className={styles.head}>
        <SettingsNav section={section} />
        {!isSingle && <ToSection section={section} />}
        <h1 tabIndex={-1} ref={focusOnMount} translate={isNew || isSingle ? undefined : 'no'}>
          {heading}
        </h1>
        {isSingle && <p className="muted">{about}</p>}
      </div>
      <Removal section={section} setting={setting} />
      <SettingForm section={section} setting={setting} />
      {!isNew && (
        <section className="panel stack">
          <h2>History</h2>
          <History changes={setting.history} />
        </section>
      )}
    </div>
  )
}

interface Shown {
  section: SectionName
  setting: OfficeSetting
}

/** Asks whether the setting is to be removed, or ended. */
function Removal({ section, setting }: Shown) {
  const isAsking = useOffice('officeSetting', snapshot => snapshot.matches('confirming'))
  const send = useOfficeSend('officeSetting')
  const { removal, noun } = sectionOf(section)
  return (
    isAsking && (
      <section className={`panel ${page.question}`} role="alertdialog" aria-labelledby="removal">
        <h2 id="removal" tabIndex={-1} ref={focusOnMount}>
          {`${removal} ${noun} ${setting.name}?`}
        </h2>
        <div className={page.actions}>
          <Button variant="go" onClick={() => send({ type: 'setting.confirm' })}>
            {`Yes, ${removal?.toLowerCase()} it`}
          </Button>
          <Button onClick={() => send({ type: 'setting.keep' })}>Keep it</Button>
        </div>
      </section>
    )
  )
}

function SettingForm({ section, setting }: Shown) {
  const isSaving = useOffice('officeSetting', snapshot => snapshot.matches('saving'))
  const isRemoving = useOffice('officeSetting', snapshot => snapshot.matches('removing'))
  const isSaved = useOffice('officeSetting', ({ context }) => context.isSaved)
  const send = useOfficeSend('officeSetting')
  const { fields, removal } = sectionOf(section)
  const entered = enteredFields(section, setting)
  const names = entered.map(([name]) => name)
  const shown = Object.entries(fields).filter(([name]) => setting.key !== newKey && !names.includes(name))
  return (
    <form className="panel stack" noValidate onSubmit={submitHandler(() => send({ type: 'setting.save' }))}>
      <Refusal names={names} />
      {shown.length > 0 && (
        <dl className={styles.facts}>
          {shown.map(([name, field]) => (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>{settingText(field, setting.values[name]!, setting.choices[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="form">
        {entered.map(([name, field]) => (
          <SettingInput key={name} name={name} field={field} section={section} setting={setting} />
        ))}
      </div>
      <div className={page.actions}>
        {entered.length > 0 && (
          <Button type="submit" variant="go" pending={isSaving && 'Saving …'}>
            Save
          </Button>
        )}
        {entered.length > 0 && <Button onClick={() => send({ type: 'setting.discard' })}>Discard changes</Button>}
        {removal !== undefined && setting.key !== newKey && (
          <Button pending={isRemoving && 'One moment …'} onClick={() => send({ type: 'setting.remove' })}>
            {removal}
          </Button>
        )}
      </div>
      <p role="status">{isSaved ? 'Saved' : ''}</p>
    </form>
  )
}

/** Why the last change was refused, if it is about none of the fields. */
function Refusal({ names }: { names: readonly string[] }) {
  const refusal = useOffice('officeSetting', ({ context }) => context.refusal)
  return (
    refusal !== null &&
    !names.includes(refusal.field ?? '') && (
      <Notice tone="bad" role="alert">
        {refusal.message}
      </Notice>
    )
  )
}

const inputTypes = { time: 'time', day: 'date' } as const

function SettingInput({ name, field, section, setting }: Shown & { name: string; field: SettingField }) {
  const { label, kind, hint, isOptional } = field
  const value = useOffice('officeSetting', ({ context }) => context.typed[name]) ?? setting.values[name]!
  const error = useOffice('officeSetting', ({ context }) => {
    if (context.refusal?.field === name) return context.refusal.message
    return context.isSubmitted ? (readSettingForm(section, setting, context.typed).errors[name] ?? null) : null
  })
  const send = useOfficeSend('officeSetting')
  const type = (text: string) => send({ type: 'setting.type', field: name, text })
  if (kind === 'check')
    return (
      <Checkbox
        name={name}
        checked={value === 'yes'}
        hint={hint}
        error={error}
        onChange={isSet => type(isSet ? 'yes' : 'no')}
      >
        {label}
      </Checkbox>
    )
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        name={name}
        span={6}
        required={!isOptional}
        value={value}
        options={setting.choices[name] ?? []}
        error={error}
        onChange={type}
      />
    )
  return (
    <Field
      label={label}
      name={name}
      type={kind === 'time' || kind === 'day' ? inputTypes[kind] : 'text'}
      inputMode={kind === 'whole' ? 'numeric' : undefined}
      required={!isOptional}
      autoComplete="off"
      span={6}
      hint={hint}
      value={value}
      error={error}
      onChange={type}
    />
  )
}
