import { useRead } from '#kit/web/read.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/inputs.tsx'
import { tvSourcesContract } from '../../contract.ts'
import { t } from '../texts.ts'

interface OwnerFieldProps {
  owner: { id: string; nickname: string | null } | null
  error?: string | undefined
}

/** Selects a broadcaster, or no owner. */
export function OwnerField({ owner, error }: OwnerFieldProps) {
  const { data: broadcasters = [] } = useRead(tvSourcesContract.listBroadcasters, { query: {} })
  const others = broadcasters.filter(({ id }) => id !== owner?.id)
  return (
    <Field label={t('operator.channels.owner')} help={t('operator.channels.owner_help')} error={error}>
      <Select name="owner" defaultValue={owner?.id ?? ''}>
        <option value="">{t('operator.channels.owner_none')}</option>
        {(owner ? [owner, ...others] : others).map(({ id, nickname }) => (
          <option key={id} value={id}>
            {nickname ?? id}
          </option>
        ))}
      </Select>
    </Field>
  )
}
