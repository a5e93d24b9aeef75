import type { ShortcutLists } from '#shell/shortcut-lists.ts'
import { t } from './texts.ts'

/** Shortcuts for users with channels. */
export const arrangingShortcuts: ShortcutLists = {
  subjects: {
    playlist: t('shortcuts.playlist'),
    group: t('shortcuts.group'),
    shortcut: t('shortcuts.shortcut'),
    serie: t('shortcuts.serie'),
    video: t('shortcuts.video'),
  },
  others: [
    {
      name: t('shortcuts.arrange'),
      rows: [
        { label: t('shortcuts.lift'), keys: [' ', 'Enter'] },
        { label: t('shortcuts.carry'), keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
        { label: t('shortcuts.put_back'), keys: ['Escape'] },
      ],
    },
    {
      name: t('shortcuts.select'),
      rows: [
        { label: t('shortcuts.select_one'), keys: [' '] },
        { label: t('shortcuts.select_range'), keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
        { label: t('shortcuts.select_row'), keys: ['Mod+a'] },
        { label: t('shortcuts.select_end'), keys: ['Escape'] },
      ],
    },
  ],
}
