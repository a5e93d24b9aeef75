import { useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { SegmentedControl } from '#ui/choices.tsx'
import { Field } from '#ui/Field.tsx'
import { Select, TextInput } from '#ui/inputs.tsx'
import { packagesContract } from '#features/packages/contract.ts'
import { t } from '../texts.ts'

const kinds = ['percent', 'amount'] as const

/** Names of the fields that {@link CouponFields} shows errors for. */
export const couponFieldNames = ['percent', 'amount', 'tier_id', 'expires_at'] as const

/** Returns the text of a form's field. */
const fieldOf = (form: FormData, name: string) => (form.get(name) ?? '') as string

/** Returns the fields that were filled in. For missing fields, the server's response has errors. */
export const collectGiven = <Name extends string>(form: FormData, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(form, name).trim()]).filter(([, value]) => value)) as Record<Name, string>

/** Returns a form's value, package and expiry, as the API takes them. */
export function readCouponFields(form: FormData) {
  return {
    ...collectGiven(form, ['percent', 'amount']),
    tier_id: fieldOf(form, 'tier_id') || null,
    expires_at: fieldOf(form, 'expires_at') || null,
  }
}

interface CouponFieldsProps {
  /** Errors by field. */
  errors: Record<string, string>
  /** The request to which the errors belong. */
  sent: { percent?: unknown; amount?: unknown } | undefined
}
/** Fields for the value, package and expiry of new coupons. */
export function CouponFields({ errors, sent }: CouponFieldsProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('percent')
  const tiers = useRead(packagesContract.listOperatorTiers, {})
  // Whether the last request had the other kind of value: its errors don't concern the chosen kind. The server reports a missing value on
  // `percent`.
  const isErrorOfOther = sent?.[kind] === undefined && (sent?.percent ?? sent?.amount) !== undefined
  return (
    <>
      <SegmentedControl
        label={t('coupons.kind')}
        options={kinds.map((value) => ({ value, name: t(`coupons.kinds.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Field key={kind} label={t(`coupons.values.${kind}`)} error={isErrorOfOther ? undefined : (errors[kind] ?? errors['percent'])}>
        <TextInput name={kind} inputMode={kind === 'percent' ? 'numeric' : 'decimal'} autoComplete="off" />
      </Field>
      <Field label={t('coupons.package')} error={errors['tier_id'] ?? tiers.error?.message}>
        <Select name="tier_id">
          <option value="">{t('coupons.all_packages')}</option>
          {tiers.data
            ?.filter(({ is_archived: isArchived }) => !isArchived)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
      <Field label={t('coupons.expires')} help={t('coupons.expires_help')} error={errors['expires_at']}>
        <TextInput name="expires_at" type="date" />
      </Field>
    </>
  )
}
