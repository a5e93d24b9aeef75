import type { ShortcutLists } from '#shell/shortcut-lists.ts'
import { t } from './texts.ts'

export const zapShortcuts: ShortcutLists = {
  subjects: {},
  others: [
    {
      name: t('zap.keys.title'),
      rows: [
        { label: t('zap.keys.next'), keys: ['ArrowUp', 'PageUp'] },
        { label: t('zap.keys.previous'), keys: ['ArrowDown', 'PageDown'] },
        { label: t('zap.keys.last'), keys: ['Backspace'] },
        { label: t('zap.keys.number'), keys: ['0 – 9'] },
      ],
    },
  ],
}
