import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { Switch } from '#ui/toggles.tsx'
import { tvSourcesContract } from '../../contract.ts'
import { t } from '../texts.ts'
import { CountriesField } from './CountriesField.tsx'
import { parseGroups } from './groups.ts'
import { OwnerField } from './OwnerField.tsx'

const editableParts = ['groups', 'countries', 'owner'] as const
type Part = (typeof editableParts)[number]

/** Edits several channels together; fields that are not switched on stay unchanged. */
export function BulkEditDialog({ ids, close }: CloseProps & { ids: readonly string[] }) {
  const change = useChange(tvSourcesContract.updateTvChannels)
  const [replaced, setReplaced] = useState<readonly Part[]>([])
  const [countries, setCountries] = useState<number[]>([])
  const { message, fields } = formErrors(change.error, ['groups', 'blocked_countries', 'owner_id'])
  const isReplaced = (part: Part) => replaced.includes(part)
  const save = (form: FormData) =>
    change.mutate(
      {
        body: {
          ids: [...ids],
          ...(isReplaced('groups') && { groups: parseGroups(formText(form, 'groups')) }),
          ...(isReplaced('countries') && { blocked_countries: countries }),
          ...(isReplaced('owner') && { owner_id: formText(form, 'owner') || null }),
        },
      },
      {
        onSuccess: ({ changed }) => {
          close()
          toast(t('operator.channels.changed', { count: changed }))
        },
      },
    )
  const replace = (part: Part) => (
    <Switch
      label={t(`operator.channels.${part}`)}
      detail={t(isReplaced(part) ? 'operator.channels.replace' : 'operator.channels.keep')}
      checked={isReplaced(part)}
      onChange={() => setReplaced(isReplaced(part) ? replaced.filter((item) => item !== part) : [...replaced, part])}
    />
  )
  return (
    <FormDialog
      title={t('operator.channels.change_title', { count: ids.length })}
      submit={t('operator.save')}
      onSubmit={save}
      busy={change.isPending}
      error={message}
      disabled={replaced.length === 0}
    >
      {replace('groups')}
      {isReplaced('groups') && (
        <Field label={t('operator.channels.groups')} help={t('operator.channels.groups_help')} error={fields['groups']}>
          <TextInput name="groups" autoComplete="off" />
        </Field>
      )}
      {replace('countries')}
      {isReplaced('countries') && <CountriesField ids={countries} onChange={setCountries} error={fields['blocked_countries']} />}
      {replace('owner')}
      {isReplaced('owner') && <OwnerField owner={null} error={fields['owner_id']} />}
    </FormDialog>
  )
}
