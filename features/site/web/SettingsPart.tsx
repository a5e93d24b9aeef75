import { type FormEvent, type ReactNode, useId } from 'react'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { formText } from '#kit/web/form.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/use.ts'
import { type SettingName, registrationModes } from '#features/accounts/site-settings.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { arrowClockwise } from '#ui/icons.ts'
import { Select, TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { toast } from '#ui/toasts.ts'
import { siteContract } from '../contract.ts'
import type { Settings } from '../contract/settings.ts'
import { limits } from '../rules.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import css from './site.module.css'
import { t } from './texts.ts'
import { toMoment, toWallTime, zoneName } from './wall-time.ts'

type Change = InputOf<typeof siteContract.changeSetting>['body']

/** Settings that hold at once in all processes. */
export function SettingsPart() {
  const read = useRead(siteContract.listSettings, {})
  return (
    <Loaded read={read} failed={t('operator.failed')} skeleton={<PartSkeleton />}>
      {(settings) => (
        <>
          <SiteForm settings={settings} />
          <RegistrationForm settings={settings} />
          <AnnouncementForm settings={settings} />
          <UploadsForm settings={settings} />
        </>
      )}
    </Loaded>
  )
}

interface SettingFormProps {
  name: SettingName
  settings: Settings
  shown: readonly string[]
  /** Reads the form. */
  change: (form: FormData) => Change
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** One setting: its fields, who set it last, and undo. */
export function SettingForm({ name, settings, shown, change, children }: SettingFormProps) {
  const id = useId()
  const { version, set_at: setAt, set_by: setBy } = settings[name]
  const save = useChange(siteContract.changeSetting)
  const undo = useChange(siteContract.undoSetting)
  const { message, fields } = formErrors(save.error ?? undo.error, shown)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate({ body: change(new FormData(event.currentTarget)) }, { onSuccess: () => toast(t('settings.saved')) })
  }
  return (
    // The key shows the values of a version that another operator made.
    <form key={version} className={css.card} aria-labelledby={id} onSubmit={submit} noValidate>
      <h2 id={id} className={css.title}>
        {t(`settings.${name}.title`)}
      </h2>
      {children(fields)}
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button type="submit" kind="accent" size="s" busy={save.isPending}>
          {t('settings.save')}
        </Button>
        {setAt !== null && (
          <Button
            size="s"
            icon={arrowClockwise}
            busy={undo.isPending}
            aria-label={t('settings.undo_named', { name: t(`settings.${name}.title`) })}
            onClick={() => undo.mutate({ body: { name, version } }, { onSuccess: () => toast(t('settings.undone')) })}
          >
            {t('settings.undo')}
          </Button>
        )}
      </div>
      {setAt !== null && (
        <p className={css.quiet}>{t('settings.last', { day: formatDay(setAt), name: setBy ?? t('operator.nameless') })}</p>
      )}
    </form>
  )
}

interface FormProps {
  settings: Settings
}

const SiteForm = ({ settings }: FormProps) => {
  const { value, version } = settings.site
  return (
    <SettingForm
      name="site"
      settings={settings}
      shown={['value.name', 'value.contact']}
      change={(form) => ({
        name: 'site',
        value: { name: formText(form, 'name') || null, contact: formText(form, 'contact') || null },
        version,
      })}
    >
      {(errors) => (
        <>
          <Field label={t('settings.site.name')} error={errors['value.name']} limit={limits.name}>
            <TextInput name="name" defaultValue={value.name ?? ''} autoComplete="off" />
          </Field>
          <Field
            label={t('settings.site.contact')}
            help={settings.configured.contact === null ? undefined : t('settings.site.otherwise', { contact: settings.configured.contact })}
            error={errors['value.contact']}
          >
            <TextInput name="contact" type="email" defaultValue={value.contact ?? ''} autoComplete="off" />
          </Field>
        </>
      )}
    </SettingForm>
  )
}

const RegistrationForm = ({ settings }: FormProps) => {
  const { value, version } = settings.registration
  return (
    <SettingForm
      name="registration"
      settings={settings}
      shown={['value.mode']}
      change={(form) => ({ name: 'registration', value: { mode: formText(form, 'mode') as typeof value.mode }, version })}
    >
      {(errors) => (
        <Field label={t('settings.registration.mode')} help={t('settings.registration.help')} error={errors['value.mode']}>
          <Select name="mode" defaultValue={value.mode}>
            {registrationModes.map((mode) => (
              <option key={mode} value={mode}>
                {t(`settings.registration.${mode}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </SettingForm>
  )
}

const AnnouncementForm = ({ settings }: FormProps) => {
  const { value, version } = settings.announcement
  const field = (name: 'en' | 'nl') => `value.message.${name}`
  return (
    <SettingForm
      name="announcement"
      settings={settings}
      shown={[field('en'), field('nl'), 'value.message.until']}
      change={(form) => {
        const [en, nl] = [formText(form, 'en'), formText(form, 'nl')]
        const until = toMoment(formText(form, 'until')) ?? ''
        return { name: 'announcement', value: { message: en === '' && nl === '' ? null : { en, nl, until } }, version }
      }}
    >
      {(errors) => (
        <>
          <p className={css.quiet}>{t('settings.announcement.help')}</p>
          {(['en', 'nl'] as const).map((name) => (
            <Field key={name} label={t(`settings.announcement.${name}`)} error={errors[field(name)]} limit={limits.announcement}>
              <TextInput name={name} defaultValue={value.message?.[name] ?? ''} autoComplete="off" />
            </Field>
          ))}
          <Field
            label={t('settings.announcement.until')}
            help={t('operator.zone', { zone: zoneName() })}
            error={errors['value.message.until']}
          >
            <TextInput name="until" type="datetime-local" defaultValue={toWallTime(value.message?.until ?? null)} />
          </Field>
        </>
      )}
    </SettingForm>
  )
}

const UploadsForm = ({ settings }: FormProps) => {
  const { value, version } = settings.uploads
  return (
    <SettingForm
      name="uploads"
      settings={settings}
      shown={['value.quota_gb']}
      change={(form) => {
        const quota = formText(form, 'quota')
        return { name: 'uploads', value: { quota_gb: quota === '' ? null : quota }, version }
      }}
    >
      {(errors) => (
        <Field
          label={t('settings.uploads.quota')}
          help={t('settings.uploads.help', { count: Math.floor(settings.configured.quota_gb) })}
          error={errors['value.quota_gb']}
        >
          <TextInput name="quota" inputMode="numeric" defaultValue={value.quota_gb ?? ''} autoComplete="off" />
        </Field>
      )}
    </SettingForm>
  )
}
