import { useRead } from '#kit/web/read.ts'
import { Chip, Chips } from '#ui/chips.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/inputs.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { t } from '../texts.ts'

interface CountriesFieldProps {
  ids: readonly number[]
  onChange: (ids: number[]) => void
  error?: string | undefined
}

/** Selects countries by name in the reader's language. */
export function CountriesField({ ids, onChange, error }: CountriesFieldProps) {
  const { data: countries = [] } = useRead(accountsContract.listCountries, {})
  const nameOf = (id: number) => countries.find((country) => country.id === id)?.name ?? String(id)
  return (
    <Field
      label={t('operator.channels.countries')}
      help={ids.length === 0 ? t('operator.channels.countries_none') : undefined}
      error={error}
    >
      {ids.length > 0 && (
        <Chips>
          {ids.map((id) => (
            <Chip
              key={id}
              label={t('operator.channels.country_remove', { name: nameOf(id) })}
              onRemove={() => onChange(ids.filter((item) => item !== id))}
            >
              {nameOf(id)}
            </Chip>
          ))}
        </Chips>
      )}
      <Select value="" onChange={({ currentTarget }) => onChange([...ids, Number(currentTarget.value)])}>
        <option value="" disabled>
          {t('operator.channels.countries_add')}
        </option>
        {countries
          .filter(({ id }) => !ids.includes(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
    </Field>
  )
}
