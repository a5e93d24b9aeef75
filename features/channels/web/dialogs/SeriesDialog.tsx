import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Checkbox, Switch } from '#ui/toggles.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { Select, TextArea, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { channelsContract, type Playlist, type Series } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { editOpenChannel, editSeriesOf, withBanner } from '../channel/edits.ts'
import { t } from '../texts.ts'
import { useFullSeries } from '../useFullTexts.ts'
import { useChangedFields } from './changed-fields.ts'
import { LoadingDialog } from './LoadingDialog.tsx'

interface SeriesFieldsProps {
  name?: string
  description?: string
  errors: Readonly<Record<string, string>>
}

const SeriesFields = ({ name = '', description = '', errors }: SeriesFieldsProps) => (
  <>
    <Field label={t('fields.title')} error={errors['name']}>
      <TextInput name="name" defaultValue={name} maxLength={limits.title} autoComplete="off" required />
    </Field>
    <Field label={t('fields.description')} error={errors['description']}>
      <TextArea name="description" defaultValue={description} maxLength={limits.text} />
    </Field>
  </>
)

export function AddSeriesDialog({ channel, close }: CloseProps & { channel: Playlist }) {
  const creation = useChange(channelsContract.createSeries, { confirmed: (added) => [editSeriesOf(added)] })
  const [header, setHeader] = useState(false)
  const { message, fields } = formErrors(creation.error, ['name', 'description'])
  const hasHeader = channel.series.some(({ type }) => type === 'header')

  const add = (form: FormData) =>
    creation.mutate(
      {
        body: {
          playlist_id: channel.id,
          name: formText(form, 'name'),
          description: formText(form, 'description'),
          ...(header && { type: 'header' as const }),
        },
      },
      { onSuccess: () => close() },
    )

  return (
    <FormDialog title={t('series.add.title')} submit={t('series.add.action')} onSubmit={add} busy={creation.isPending} error={message}>
      <SeriesFields errors={fields} />
      {!hasHeader && (
        <Checkbox checked={header} onChange={(event) => setHeader(event.currentTarget.checked)}>
          {t('series.add.header')}
        </Checkbox>
      )}
    </FormDialog>
  )
}

export function EditSeriesDialog({ series: truncated, close }: CloseProps & { series: Series }) {
  const { series, error, refetch } = useFullSeries(truncated)
  if (!series.is_cut) return <SeriesForm series={series} close={close} />
  return <LoadingDialog title={t('series.edit.title')} failed={t('series.edit.failed')} error={error} refetch={refetch} />
}

function SeriesForm({ series: current, close }: CloseProps & { series: Series }) {
  /** The series when the form was opened. */
  const [series] = useState(current)
  const change = useChange(channelsContract.updateSeries, {
    confirmed: (changed, { body }) => [
      editSeriesOf(changed),
      ...(body?.type === 'header' ? [editOpenChannel(changed.playlist_id, (now) => withBanner(now, changed.id))] : []),
    ],
  })
  const changedFields = useChangedFields(change)
  const isHeader = series.type === 'header'
  const typeOf = (header: boolean) => (header ? ('header' as const) : ('' as const))
  const { message, fields } = formErrors(change.error, ['name', 'description', 'home_video_id'])
  const home = series.videos.find(({ is_home }) => is_home)?.id

  const save = (form: FormData) => {
    const homeId = form.get('home')
    change.mutate(
      {
        params: { id: series.id },
        body: {
          ...changedFields(
            {
              name: formText(form, 'name'),
              description: formText(form, 'description'),
              type: typeOf(form.get('header') === 'on'),
              ...(typeof homeId === 'string' && { home_video_id: homeId }),
            },
            { ...series, type: typeOf(isHeader), home_video_id: home },
          ),
        },
      },
      {
        onSuccess: () => {
          close()
          toast(t('saved'))
        },
      },
    )
  }

  return (
    <FormDialog title={t('series.edit.title')} submit={t('save')} onSubmit={save} busy={change.isPending} error={message}>
      <SeriesFields name={series.name} description={series.description} errors={fields} />
      {series.videos.length > 1 && (
        <Field label={t('series.edit.home')} help={t('series.edit.home_help')} error={fields['home_video_id']}>
          <Select name="home" defaultValue={home}>
            {series.videos.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Switch name="header" label={t('series.edit.header')} detail={t('series.edit.header_help')} defaultChecked={isHeader} />
    </FormDialog>
  )
}
