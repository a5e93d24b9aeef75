import type { ShortcutLists } from '#shell/shortcut-lists.ts'
import { t } from './texts.ts'

/** Shortcuts for guests and users. */
export const browsingShortcuts: ShortcutLists = {
  subjects: {},
  others: [{ name: t('shortcuts.browse'), rows: [{ label: t('shortcuts.zap'), keys: ['ArrowLeft', 'ArrowRight'] }] }],
}
