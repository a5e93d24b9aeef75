import type { ShortcutLists } from '#shell/shortcut-lists.ts'
import { t } from './texts.ts'

export const guideShortcuts: ShortcutLists = {
  subjects: { channel: t('channel.dial'), epg: t('guide.keys.title') },
  others: [
    {
      name: t('guide.keys.title'),
      rows: [
        { label: t('guide.keys.move'), keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
        { label: t('guide.keys.page'), keys: ['PageUp', 'PageDown'] },
        { label: t('guide.keys.day'), keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
        { label: t('guide.keys.now'), keys: ['Home'] },
        { label: t('guide.keys.tonight'), keys: ['End'] },
        { label: t('guide.keys.open'), keys: ['Enter'] },
      ],
    },
  ],
}
