import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formatMoneyInput } from '#kit/web/format-money.ts'
import { formErrors } from '#kit/web/problems.ts'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { ImageField } from '#ui/ImageField.tsx'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { Switch } from '#ui/toggles.tsx'
import { channelSearchContract } from '#features/channels/contract.ts'
import { pictureMaxBytes } from '#features/media/contract.ts'
import { fetchPicture } from '#features/media/web/fetch-picture.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { type OperatorTier, packagesContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { t } from '../texts.ts'
import { FoundItems, type Item, ItemsField, type ResultsProps } from './ItemsField.tsx'

const shownErrors = ['name', 'description', 'package_name', 'price', 'icon', 'channels', 'playlists']
/** Maximum search results shown. A longer query finds fewer results. */
const maxFound = 20

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

/** Creates or edits a package. @param tier null: a new package */
export function TierDialog({ tier, close }: CloseProps & { tier: OperatorTier | null }) {
  const create = useChange(packagesContract.createTier)
  const update = useChange(packagesContract.updateTier)
  /** Id of the package. Set after its creation, so that another attempt after a refused picture doesn't create it again. */
  const [createdId, setCreatedId] = useState(tier?.id)
  const [isFree, setIsFree] = useState(tier?.is_free ?? false)
  const [channels, setChannels] = useState<readonly Item[]>(tier?.channels ?? [])
  const [playlists, setPlaylists] = useState<readonly Item[]>(tier?.playlists ?? [])
  /** A file, '' to remove the picture, or null for no change. */
  const [icon, setIcon] = useState<File | '' | null>(null)
  const { message, fields } = formErrors(update.error ?? create.error, shownErrors)
  const picture = icon === '' ? null : (tier?.icon ?? null)

  async function save(form: FormData) {
    const name = formText(form, 'name')
    const body = {
      name,
      description: formText(form, 'description'),
      package_name: formText(form, 'package_name').trim() || name,
      is_free: isFree,
      // Leaves out a missing price, so that the server reports it as missing.
      ...(!isFree && formText(form, 'price').trim() && { price: formText(form, 'price') }),
      // Leaves out unchanged lists, so that they don't overwrite another operator's changes.
      ...(channels !== tier?.channels && { channels: idsOf(channels) }),
      ...(playlists !== tier?.playlists && { playlists: idsOf(playlists) }),
    }
    try {
      let id = createdId
      if (id === undefined) {
        id = (await create.mutateAsync({ body })).id
        setCreatedId(id)
      } else await update.mutateAsync({ params: { id }, body: { ...body, ...(icon === '' && { icon: null }) } })
      // Sends the file in a separate call, because a call with a file can't contain empty lists.
      if (icon) await update.mutateAsync({ params: { id }, body: { icon } })
    } catch {
      return
    }
    close()
    toast(t('operator.saved', { name }))
  }

  return (
    <FormDialog
      title={tier ? t('operator.edit_title', { name: tier.name }) : t('operator.create_title')}
      submit={t('operator.save')}
      onSubmit={(form) => void save(form)}
      busy={create.isPending || update.isPending}
      error={message}
      filled={
        isFree !== (tier?.is_free ?? false) ||
        idsOf(channels).join() !== idsOf(tier?.channels ?? []).join() ||
        idsOf(playlists).join() !== idsOf(tier?.playlists ?? []).join()
      }
    >
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
      <ImageField
        label={t('operator.icon')}
        current={<Disc id={tier?.id ?? ''} name={tier?.name ?? ''} picture={picture} size={72} />}
        replaces={picture !== null}
        limit={pictureMaxBytes}
        fetchPicture={fetchPicture}
        onChoose={setIcon}
        error={fields['icon']}
        help={
          picture !== null &&
          !icon && (
            <Button kind="text" size="s" onClick={() => setIcon('')}>
              {t('operator.icon_remove')}
            </Button>
          )
        }
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
  const { items, error } = usePages(tvSourcesContract.listOperatorChannels, { query: { query, limit: maxFound } })
  return <FoundItems items={items} isFailed={error !== null} {...results} />
}

function FoundPlaylists({ query, ...results }: ResultsProps) {
  const { items, error } = usePages(channelSearchContract.searchPlaylists, { query: { limit: maxFound }, body: { keyword: query } })
  return <FoundItems items={items} isFailed={error !== null} {...results} />
}
