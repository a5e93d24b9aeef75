import { isolateDirection } from '#kit/contract/isolated.ts'
import type { AuditAct } from '#features/accounts/acts.ts'
import type { AuditEntry } from '../contract.ts'
import { t } from './texts.ts'

/** The name of an act. */
export const actName = (act: AuditAct): string => t(`act.${act}`)

const valueText = (value: unknown) => isolateDirection(typeof value === 'string' ? value : JSON.stringify(value))

/** The changed values of an act, one per line. */
export const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => {
    const [from, to] = [before?.[name], after?.[name]]
    const field = isolateDirection(name)
    return from === undefined || to === undefined
      ? t('audit.value', { field, after: valueText(to ?? from) })
      : t('audit.change', { field, before: valueText(from), after: valueText(to) })
  })
