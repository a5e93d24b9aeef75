import type { Act, Suggestion } from '../contract.ts'
import { t } from './texts.ts'

export const personName = (person: { nickname: string | null } | null): string => person?.nickname ?? t('former_member')

/** Names the things of an act: “A”, or “A” and two more. */
function thingsOf({ type, thing, count }: Pick<Act, 'type' | 'count'> & { thing: { name: string | null } }): string {
  if (type === 'member') return thing.name ?? t('former_member')
  const name = t(`thing.${type}`, { name: thing.name ?? '' })
  return count > 1 ? t('thing.more', { thing: name, count: count - 1 }) : name
}

/** Describes an act in one sentence. */
export function actText(act: Act): string {
  const { kind, actor, names, is_undo: isUndo } = act
  const person = personName(actor)
  if (kind === 'renamed') {
    const { before, after } = names ?? { before: '', after: '' }
    return isUndo ? t('acts.renamed_back', { person, before, after }) : t('acts.renamed', { person, before, after })
  }
  if (kind === 'made_member' && actor?.id === act.thing.id) return t('acts.stepped_down', { person })
  const values = { person, thing: thingsOf(act) }
  if (isUndo && kind === 'moved') return t('acts.moved_back', values)
  if (isUndo && kind === 'removed') return t('acts.removed_back', values)
  return t(`acts.${kind}`, values)
}

/** Describes a suggestion in one sentence. */
export function suggestionText(suggestion: Suggestion): string {
  const { kind, actor, names } = suggestion
  const person = personName(actor)
  if (kind === 'renamed') return t('suggests.renamed', { person, before: names?.before ?? '', after: names?.after ?? '' })
  return t(`suggests.${kind}`, { person, thing: thingsOf(suggestion) })
}
