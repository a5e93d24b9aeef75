import type { ShortcutLists } from '#shell/shortcut-lists.ts'
import { t } from './texts.ts'

/** Keys on a package in the bar. */
export const barShortcutKeys: ShortcutLists = { subjects: { shortcut: t('keys') }, others: [] }
