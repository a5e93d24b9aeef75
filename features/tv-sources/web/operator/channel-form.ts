import { formText } from '#kit/web/form.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import { parseGroups } from './groups.ts'

/** The fields of a channel's form. */
export type ChannelValues = Pick<
  OperatorChannel,
  | 'name'
  | 'number'
  | 'kind'
  | 'groups'
  | 'liveStreamUrl'
  | 'tvg_id'
  | 'catchup_days'
  | 'adult'
  | 'is_off'
  | 'blocked_countries'
  | 'owner_id'
>

export const blankChannel: ChannelValues = {
  name: '',
  number: null,
  kind: 'live',
  groups: [],
  liveStreamUrl: '',
  tvg_id: null,
  catchup_days: 0,
  adult: false,
  is_off: false,
  blocked_countries: [],
  owner_id: null,
}

/** Returns the form's values. @param otherValues values kept outside the form's fields */
export function readChannelValues(form: FormData, otherValues: Pick<ChannelValues, 'kind' | 'blocked_countries'>): ChannelValues {
  const number = formText(form, 'number')
  return {
    ...otherValues,
    name: formText(form, 'name'),
    number: number === '' ? null : Number(number.replace(',', '.')),
    groups: parseGroups(formText(form, 'groups')),
    liveStreamUrl: formText(form, 'liveStreamUrl').trim(),
    tvg_id: formText(form, 'tvg_id').trim() || null,
    catchup_days: Number(formText(form, 'catchup_days')),
    adult: form.has('adult'),
    is_off: form.has('is_off'),
    owner_id: formText(form, 'owner') || null,
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const fields = Object.keys(blankChannel) as (keyof ChannelValues)[]

/** Returns the fields of `after` that differ from `before`. */
export const changesBetween = (before: ChannelValues, after: ChannelValues): Partial<ChannelValues> =>
  Object.fromEntries(fields.filter((field) => !isSame(before[field], after[field])).map((field) => [field, after[field]]))
