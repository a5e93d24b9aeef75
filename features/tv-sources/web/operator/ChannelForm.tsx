import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors, isStaleVersionError } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { Switch } from '#ui/toggles.tsx'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import type { OperatorChannel } from '../../operator-channels.ts'
import { channelKinds, limits, type ListField } from '../../rules.ts'
import { t } from '../texts.ts'
import { changesBetween, type ChannelValues, readChannelValues } from './channel-form.ts'
import { CountriesField } from './CountriesField.tsx'
import { DetailList } from './DetailList.tsx'
import { groupsText } from './groups.ts'
import { OwnerField } from './OwnerField.tsx'
import { useSaveChannel } from './useSaveChannel.ts'

interface ChannelFormProps extends CloseProps {
  /** The current state, which may have changed since the form was opened. Null: a new channel. */
  channel: OperatorChannel | null
}

const shownErrors = ['name', 'number', 'groups', 'liveStreamUrl', 'tvg_id', 'catchup_days', 'blocked_countries', 'owner_id', 'logo']

export function ChannelForm({ channel, close }: ChannelFormProps) {
  const { before, save, isOverwriting, error, isPending } = useSaveChannel(channel)
  const [kind, setKind] = useState(before.kind)
  const [countries, setCountries] = useState<number[]>(before.blocked_countries)
  const [logo, setLogo] = useState<ChangedPicture>(null)
  /** Fields to reset to the list's values. */
  const [left, setLeft] = useState<ReadonlySet<ListField>>(new Set())
  const { message, fields } = formErrors(error, shownErrors)
  const name = channel?.name ?? ''

  async function submit(form: FormData) {
    if (!(await save(readChannelValues(form, { kind, blocked_countries: countries }), logo, left))) return
    close()
    toast(channel ? t('operator.saved') : t('operator.channels.added', { name: formText(form, 'name') }))
  }

  const labels = {
    name: t('operator.channels.name'),
    number: t('operator.channels.number'),
    groups: t('operator.channels.groups'),
    liveStreamUrl: t('operator.channels.stream'),
    tvg_id: t('operator.channels.guide_id'),
    catchup_days: t('operator.channels.days'),
    kind: t('operator.channels.kind'),
    adult: t('operator.channels.adult'),
    logo: t('operator.channels.logo'),
  }
  /** Renders a button that resets a field set by hand to the list's value. */
  const renderResetButton = (field: ListField) =>
    channel?.set_by_hand.includes(field) && (
      <Button
        kind="text"
        size="s"
        aria-pressed={left.has(field)}
        aria-label={t('operator.channels.from_list_of', { field: labels[field] })}
        onClick={() => setLeft(toggleInSet(left, field))}
      >
        {t(left.has(field) ? 'operator.channels.left' : 'operator.channels.from_list')}
      </Button>
    )
  /** Help of a field that can be reset to the list's value. */
  const helpOf = (field: ListField) => channel?.set_by_hand.includes(field) && t('operator.channels.by_hand')
  /** Props of a text field that can be reset to the list's value. */
  const fieldProps = (field: ListField, help?: string) => ({
    label: labels[field],
    error: fields[field],
    aside: renderResetButton(field),
    help: helpOf(field) || help,
  })
  return (
    <FormDialog
      title={channel ? t('operator.channels.edit_title', { name }) : t('operator.channels.add_title')}
      submit={t('operator.save')}
      onSubmit={(form) => void submit(form)}
      busy={isPending}
      error={isStaleVersionError(error) ? undefined : message}
      filled={left.size > 0 || countries !== before.blocked_countries || kind !== before.kind}
    >
      {isOverwriting && channel && (
        <Alert>
          {t('operator.channels.stale')}
          <DetailList facts={factsOf(changesBetween(before, channel), labels)} />
        </Alert>
      )}
      <Field {...fieldProps('name')} limit={limits.name}>
        <TextInput name="name" defaultValue={before.name} autoComplete="off" required />
      </Field>
      <Field {...fieldProps('number', t('operator.channels.number_help'))}>
        <TextInput name="number" inputMode="decimal" defaultValue={before.number ?? ''} autoComplete="off" />
      </Field>
      <FieldSet legend={labels.kind} help={renderResetButton('kind')}>
        <SegmentedControl
          label={labels.kind}
          options={channelKinds.map((value) => ({ value, name: t(`operator.channels.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      </FieldSet>
      <Field {...fieldProps('groups', t('operator.channels.groups_help'))}>
        <TextInput name="groups" defaultValue={groupsText(before.groups)} autoComplete="off" />
      </Field>
      <PictureField
        id={channel?.id ?? ''}
        name={name}
        label={labels.logo}
        stored={channel?.logo ?? null}
        changed={logo}
        onChange={setLogo}
        remove={t('operator.channels.logo_remove')}
        help={renderResetButton('logo')}
        error={fields['logo']}
      />
      <Field {...fieldProps('liveStreamUrl')}>
        <TextInput
          name="liveStreamUrl"
          type="url"
          inputMode="url"
          placeholder="https://"
          defaultValue={before.liveStreamUrl}
          maxLength={limits.address}
          autoComplete="off"
          required
        />
      </Field>
      <Field {...fieldProps('tvg_id')}>
        <TextInput name="tvg_id" defaultValue={before.tvg_id ?? ''} maxLength={limits.name} autoComplete="off" autoCapitalize="none" />
      </Field>
      <Field {...fieldProps('catchup_days', t('operator.channels.days_help'))}>
        <TextInput name="catchup_days" inputMode="numeric" defaultValue={before.catchup_days} autoComplete="off" required />
      </Field>
      <Switch
        name="adult"
        label={labels.adult}
        detail={helpOf('adult') || t('operator.channels.adult_help')}
        defaultChecked={before.adult}
      />
      {renderResetButton('adult')}
      <Switch name="is_off" label={t('operator.channels.is_off')} detail={t('operator.channels.off_help')} defaultChecked={before.is_off} />
      <CountriesField ids={countries} onChange={setCountries} error={fields['blocked_countries']} />
      <OwnerField
        owner={channel?.owner_id ? { id: channel.owner_id, nickname: channel.owner_nickname } : null}
        error={fields['owner_id']}
      />
    </FormDialog>
  )
}

/** Returns the label and value of each field that other operators have changed. */
const factsOf = (changes: Partial<ChannelValues>, labels: Partial<Record<string, string>>) =>
  Object.entries(changes).flatMap(([field, value]) => (labels[field] === undefined ? [] : [[labels[field], String(value ?? '')] as const]))

const toggleInSet = <T,>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  set.has(item) ? new Set([...set].filter((other) => other !== item)) : new Set([...set, item])
