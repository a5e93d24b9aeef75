import { type FormEvent, useState } from 'react'
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import { formErrors, unshownErrors } from '#kit/web/problems.ts'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/toggles.tsx'
import { Disc } from '#ui/Disc.tsx'
import { Field } from '#ui/Field.tsx'
import { Select, TextInput } from '#ui/inputs.tsx'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { accountsContract } from '../../contract.ts'
import { defaultCountryId, profilePictureMaxBytes } from '../../rules.ts'
import type { Profile } from '../../shapes.ts'
import { BirthdayField, ConsentCheckbox, needsConsent } from '../AgeFields.tsx'
import { t } from '../texts.ts'
import { useFocusFirstInvalid } from '../useFocusFirstInvalid.ts'
import css from '../entry/form.module.css'

type Changes = InputOf<typeof accountsContract.updateProfile>['body']

export interface ProfileFormState {
  busy: boolean
  error: ApiError | null
  save: (fields: FormData, extraInput: ExtraInput) => void
}

interface ExtraInput {
  picture: ChangedPicture
  /** Whether a guardian consents; undefined if consent isn't required. */
  consent: boolean | undefined
}

/** Submits the form. Sends emptied fields too, to clear their values. */
export function useProfileForm(saved: () => void): ProfileFormState {
  const change = useChange(accountsContract.updateProfile)
  return {
    busy: change.isPending,
    error: change.error,
    save(fields, { picture, consent }) {
      const body = Object.fromEntries([...fields].filter(([, value]) => typeof value === 'string')) as Changes & object
      change.mutate(
        {
          body: {
            ...body,
            is_public: fields.has('is_public') ? 1 : 0,
            ...(consent !== undefined && { guardian_consent: consent }),
            ...(picture !== null && { profile_picture: picture }),
          },
        },
        { onSuccess: saved },
      )
    },
  }
}

const shownFields = [
  'profile_picture',
  'firstname',
  'lastname',
  'phone',
  'address',
  'city',
  'country_id',
  'household_count',
  'birthday',
  'guardian_consent',
  'gender',
]

interface ProfileFormProps {
  id: string
  profile: Profile
  countries: OutputOf<typeof accountsContract.listCountries>
  form: ProfileFormState
  /** Called when the user changes an input. */
  onChange: () => void
}

export function ProfileForm({ id, profile, countries, form, onChange }: ProfileFormProps) {
  const [picture, setPicture] = useState<ChangedPicture>(null)
  const [birthday, setBirthday] = useState(profile.birthday ?? '')
  const [consent, setConsent] = useState(profile.guardian_consent)
  const fields = useFocusFirstInvalid(form.error)
  const fieldErrors = formErrors(form.error).fields
  const name = profile.nickname ?? profile.email

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!form.busy) form.save(new FormData(event.currentTarget), { picture, consent: needsConsent(birthday) ? consent : undefined })
  }
  const text = (name: 'firstname' | 'lastname' | 'city' | 'address', autoComplete: string) => (
    <Field label={t(`profile.${name}`)} error={fieldErrors[name]}>
      <TextInput name={name} autoComplete={autoComplete} defaultValue={profile[name] ?? ''} />
    </Field>
  )

  return (
    <form ref={fields} id={id} className={css.form} onSubmit={submit} onChange={onChange} noValidate>
      {form.error && <ProfileRefusal error={form.error} />}
      <PictureField
        id={profile.id}
        name={name}
        label={t('profile.picture')}
        stored={profile.profile_picture}
        changed={picture}
        onChange={setPicture}
        accept="image/jpeg,image/png"
        limit={profilePictureMaxBytes}
        wrongType={t('errors.picture_format')}
        tooBig={t('errors.picture_too_large')}
        error={fieldErrors['profile_picture']}
        help={
          <>
            {profile.nickname}
            <br />
            {profile.email}
          </>
        }
      >
        {(shownPicture) => <Disc id={profile.id} name={name} picture={shownPicture} size={88} />}
      </PictureField>
      {profile.profile_picture && picture === null && (
        <Button
          kind="text"
          size="s"
          className={css.underPicture}
          onClick={() => {
            setPicture('')
            onChange()
          }}
        >
          {t('profile.remove_picture')}
        </Button>
      )}
      <div className={css.twins}>
        {text('firstname', 'given-name')}
        {text('lastname', 'family-name')}
      </div>
      <Field label={t('profile.phone')} error={fieldErrors['phone']}>
        <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" defaultValue={profile.phone ?? ''} />
      </Field>
      {text('address', 'street-address')}
      {text('city', 'address-level2')}
      <div className={css.twins}>
        <Field label={t('profile.country')} error={fieldErrors['country_id']}>
          <Select name="country_id" autoComplete="country-name" defaultValue={profile.country_id ?? defaultCountryId}>
            {countries.map((country) => (
              <option key={country.id} value={country.id}>
                {country.name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('profile.household')} error={fieldErrors['household_count']}>
          <TextInput
            name="household_count"
            type="number"
            inputMode="numeric"
            min={1}
            max={50}
            defaultValue={profile.household_count ?? ''}
          />
        </Field>
      </div>
      <div className={css.twins}>
        <BirthdayField birthday={birthday} onChange={setBirthday} help={t('profile.birthday_help')} error={fieldErrors['birthday']} />
        <Field label={t('profile.gender')} error={fieldErrors['gender']}>
          <Select name="gender" autoComplete="sex" defaultValue={profile.gender ?? ''}>
            <option value="">{t('profile.unsaid')}</option>
            <option value="female">{t('profile.female')}</option>
            <option value="male">{t('profile.male')}</option>
          </Select>
        </Field>
      </div>
      {needsConsent(birthday) && <ConsentCheckbox consent={consent} onChange={setConsent} error={fieldErrors['guardian_consent']} />}
      <Switch name="is_public" label={t('profile.findable')} detail={t('profile.findable_detail')} defaultChecked={profile.is_public} />
    </form>
  )
}

/** Shows the number of invalid fields. The fields show their own errors. */
function ProfileRefusal({ error }: { error: NonNullable<ProfileFormState['error']> }) {
  const count = shownFields.filter((name) => error.body.errors[name]).length
  const others = unshownErrors(error, shownFields)
  return (
    <Alert>
      {count > 0 && <p>{t('profile.wrong', { count })}</p>}
      {others.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  )
}
