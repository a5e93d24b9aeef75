import { registrationModes, type RegistrationMode } from '#features/accounts/site-settings.ts'
import { Field } from '#ui/Field.tsx'
import { Select, TextInput } from '#ui/inputs.tsx'
import type { Settings } from '../../contract/settings.ts'
import { limits } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { SettingForm } from './SettingForm.tsx'

interface FormProps {
  settings: Settings
}

export const SiteForm = ({ settings }: FormProps) => {
  const { name, contact } = settings.site.value
  const { contact: configured } = settings.configured
  return (
    <SettingForm
      name="site"
      settings={settings}
      stored={{ name: name ?? '', contact: contact ?? '' }}
      shownFields={['value.name', 'value.contact']}
      valueOf={(fields) => ({ name: 'site', value: { name: fields.name.trim() || null, contact: fields.contact.trim() || null } })}
    >
      {({ fields, type, errors }) => (
        <div className={css.pair}>
          <Field label={t('settings.site.name')} help={t('settings.site.name_help')} error={errors['value.name']} limit={limits.name}>
            <TextInput value={fields.name} onChange={({ currentTarget }) => type({ name: currentTarget.value })} autoComplete="off" />
          </Field>
          <Field
            label={t('settings.site.contact')}
            help={configured === null ? t('settings.site.otherwise_none') : t('settings.site.otherwise', { contact: configured })}
            error={errors['value.contact']}
          >
            <TextInput
              type="email"
              value={fields.contact}
              onChange={({ currentTarget }) => type({ contact: currentTarget.value })}
              autoComplete="off"
            />
          </Field>
        </div>
      )}
    </SettingForm>
  )
}

export const RegistrationForm = ({ settings }: FormProps) => (
  <SettingForm
    name="registration"
    settings={settings}
    stored={{ mode: settings.registration.value.mode }}
    shownFields={['value.mode']}
    valueOf={({ mode }) => ({ name: 'registration', value: { mode } })}
  >
    {({ fields, type, errors }) => (
      <Field label={t('settings.registration.mode')} help={t('settings.registration.help')} error={errors['value.mode']}>
        <Select value={fields.mode} onChange={({ currentTarget }) => type({ mode: currentTarget.value as RegistrationMode })}>
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

export const UploadsForm = ({ settings }: FormProps) => (
  <SettingForm
    name="uploads"
    settings={settings}
    stored={{ quota: String(settings.uploads.value.quota_gb ?? '') }}
    shownFields={['value.quota_gb']}
    valueOf={({ quota }) => ({ name: 'uploads', value: { quota_gb: quota.trim() === '' ? null : quota.trim() } })}
  >
    {({ fields, type, errors }) => (
      <Field
        label={t('settings.uploads.quota')}
        help={t('settings.uploads.help', { count: Math.floor(settings.configured.quota_gb) })}
        error={errors['value.quota_gb']}
      >
        <TextInput
          inputMode="numeric"
          value={fields.quota}
          onChange={({ currentTarget }) => type({ quota: currentTarget.value })}
          autoComplete="off"
        />
      </Field>
    )}
  </SettingForm>
)
