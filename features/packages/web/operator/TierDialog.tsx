import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formatMoneyInput } from '#kit/web/format-money.ts'
import { formErrors, isStaleVersionError } from '#kit/web/problems.ts'
import { usePages } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { Switch } from '#ui/toggles.tsx'
import { channelSearchContract } from '#features/channels/contract.ts'
import { type ChangedPicture, PictureField } from '#features/media/web/PictureField.tsx'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { DetailList } from '#features/tv-sources/web/operator/DetailList.tsx'
import type { OperatorTier } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { t } from '../texts.ts'
import { FoundItems, type Item, ItemsField, type ResultsProps } from './ItemsField.tsx'
import { changedFields } from './displayed-fields.ts'
import { areSame, useSaveTier } from './useSaveTier.ts'

const shownErrors = ['name', 'description', 'package_name', 'price', 'icon', 'channels', 'playlists']
/** Maximum search results shown. A longer query finds fewer results. */
const maxResults = 20

/** Creates or edits a package. @param tier null: a new package */
export function TierDialog({ tier, close }: CloseProps & { tier: OperatorTier | null }) {
  const { current, save, isOverwriting, error, isPending } = useSaveTier(tier)
  const [isFree, setIsFree] = useState(tier?.is_free ?? false)
  const [channels, setChannels] = useState<readonly Item[]>(tier?.channels ?? [])
  const [playlists, setPlaylists] = useState<readonly Item[]>(tier?.playlists ?? [])
  const [icon, setIcon] = useState<ChangedPicture>(null)
  const { message, fields } = formErrors(error, shownErrors)

  async function submit(form: FormData) {
    const name = formText(form, 'name')
    const texts = { name, description: formText(form, 'description'), package_name: formText(form, 'package_name').trim() || name }
    if (!(await save({ texts, isFree, price: formText(form, 'price').trim(), channels, playlists, icon }))) return
    close()
    toast(t('operator.saved', { name }))
  }

  return (
    <FormDialog
      title={tier ? t('operator.edit_title', { name: tier.name }) : t('operator.create_title')}
      submit={t('operator.save')}
      onSubmit={(form) => void submit(form)}
      busy={isPending}
      error={isStaleVersionError(error) && current ? undefined : message}
      filled={isFree !== (tier?.is_free ?? false) || !areSame(channels, tier?.channels) || !areSame(playlists, tier?.playlists)}
    >
      {isOverwriting && tier && current && (
        <Alert>
          {t('operator.stale')}
          <DetailList facts={changedFields(tier, current)} />
        </Alert>
      )}
      <Field label={t('operator.name')} limit={limits.name} error={fields['name']}>
        <TextInput name="name" defaultValue={tier?.name} autoComplete="off" required />
      </Field>
      <Field label={t('operator.description')} limit={limits.text} error={fields['description']}>
        <TextArea name="description" defaultValue={tier?.description} />
      </Field>
      <Field label={t('operator.package_name')} limit={limits.name} error={fields['package_name']} help={t('operator.package_name_help')}>
        <TextInput name="package_name" defaultValue={tier?.package_name} autoComplete="off" />
      </Field>
      <Switch label={t('operator.free')} checked={isFree} onChange={(event) => setIsFree(event.currentTarget.checked)} />
      {!isFree && (
        <Field label={t('operator.price')} error={fields['price']} help={t('operator.price_help')}>
          <TextInput
            name="price"
            inputMode="decimal"
            defaultValue={tier && !tier.is_free ? formatMoneyInput(tier.price) : ''}
            autoComplete="off"
            required
          />
        </Field>
      )}
      <PictureField
        id={tier?.id ?? ''}
        name={tier?.name ?? ''}
        label={t('operator.icon')}
        stored={tier?.icon ?? null}
        changed={icon}
        onChange={setIcon}
        remove={t('operator.icon_remove')}
        error={fields['icon']}
      />
      <ItemsField
        legend={t('channels')}
        search={t('operator.search_channels')}
        items={channels}
        onChange={setChannels}
        error={fields['channels']}
        Results={FoundChannels}
      />
      <ItemsField
        legend={t('playlists')}
        search={t('operator.search_playlists')}
        items={playlists}
        onChange={setPlaylists}
        error={fields['playlists']}
        Results={FoundPlaylists}
      />
    </FormDialog>
  )
}

function FoundChannels({ query, ...results }: ResultsProps) {
  const { items, error } = usePages(tvSourcesContract.listOperatorChannels, { query: { query, limit: maxResults } })
  return <FoundItems items={items} isFailed={error !== null} {...results} />
}

function FoundPlaylists({ query, ...results }: ResultsProps) {
  const { items, error } = usePages(channelSearchContract.searchPlaylists, { query: { limit: maxResults }, body: { keyword: query } })
  return <FoundItems items={items} isFailed={error !== null} {...results} />
}
