import { t } from '../texts.ts'
import type { Clip } from './clip.ts'

/** What is in the clipboard, in words: one thing by its name, several by their number. */
export const wordsOf = ({ kind, items }: Pick<Clip, 'kind' | 'items'>): string =>
  items.length === 1 ? t('clipboard.one', { name: items[0]!.name }) : t(`clipboard.several.${kind}`, { count: items.length })
