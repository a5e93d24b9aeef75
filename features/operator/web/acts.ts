import { isolateDirection } from '#kit/contract/isolated.ts'
import { formatMoment } from '#kit/web/format-date.ts'
import { locale } from '#kit/web/i18n.ts'
import type { AuditAct } from '#features/accounts/acts.ts'
import { type SettingName, settingNames } from '#features/accounts/site-settings.ts'
import type { AuditEntry } from '../contract.ts'
import { isStoredField, isStoredWord } from './stored-names.ts'
import { t } from './texts.ts'

/** The name of an act. */
export const actName = (act: AuditAct): string => t(`act.${act}`)

const isSetting = (id: string | null): id is SettingName => settingNames.some((name) => name === id)

/** The name of the thing of an act: a setting's title, else the stored name or ID. */
export const thingName = ({ type, id, name }: AuditEntry['thing']): string =>
  type === 'setting' && isSetting(id) ? t(`setting.${id}`) : name || id || ''

/** The text of a field. Stored entries may have fields that this version doesn't know. */
const fieldText = (name: string) => (isStoredField(name) ? t(`field.${name}`) : isolateDirection(name.replaceAll('_', ' ')))

function wordText(field: string, value: string): string {
  const word = `${field}.${value}`
  return isStoredWord(word) ? t(`word.${word}`) : isolateDirection(value)
}

type Values = Record<string, unknown>
const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTime = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

function valueText(field: string, value: unknown): string {
  if (value === null || value === '') return field === 'role' ? t('role.none') : t('audit.empty')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'number') return value.toLocaleString(locale)
  if (typeof value === 'string') return isTime(value) ? formatMoment(value) : wordText(field, value)
  if (Array.isArray(value)) return value.length === 0 ? t('audit.empty') : value.map((item) => valueText(field, item)).join(', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, part]) => t('audit.value', { field: fieldText(name), after: valueText(name, part) }))
      .join(', ')
  return isolateDirection(JSON.stringify(value))
}

/** Flattens groups of values. Keeps only those items of a list that the list in `other` lacks. */
const flattenValues = (values: Values | null, other: Values | null): Values =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) => {
      const otherValue = other?.[name]
      if (isRecord(value)) return Object.entries(value)
      if (Array.isArray(value) && Array.isArray(otherValue)) return [[name, value.filter((item) => !otherValue.includes(item))]]
      return isRecord(otherValue) ? [] : [[name, value]]
    }),
  )

/** The changed values of an act, one per line. */
export function changesOf({ before: oldValues, after: newValues }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  const [before, after] = [flattenValues(oldValues, newValues), flattenValues(newValues, oldValues)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [before[name], after[name]]
    const field = fieldText(name)
    // The act didn't change this field: only the values before the act contain it.
    if (newValues && to === undefined) return []
    if (from === undefined || to === undefined) return t('audit.value', { field, after: valueText(name, to ?? from) })
    const texts = { before: valueText(name, from), after: valueText(name, to) }
    return texts.before === texts.after ? [] : t('audit.change', { field, ...texts })
  })
}
