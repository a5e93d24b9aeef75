import type { ShortcutLists } from '#shell/shortcut-lists.ts'
import { type PlayerAction, jumpBackSeconds, jumpForwardSeconds, playerKeys } from './keys.ts'
import { t } from './texts.ts'

function labelOf(action: PlayerAction): string {
  switch (action.do) {
    case 'toggle':
      return t('keys.toggle')
    case 'jump':
      return action.by < 0 ? t('keys.jump_back', { seconds: -jumpBackSeconds }) : t('keys.jump_on', { seconds: jumpForwardSeconds })
    case 'volume':
      return t(action.by > 0 ? 'keys.louder' : 'keys.softer')
    case 'seek':
      return t(action.to === 0 ? 'keys.start' : 'keys.end')
    case 'chapter':
      return t(action.by > 0 ? 'keys.next_chapter' : 'keys.previous_chapter')
    case 'mute':
      return t('keys.mute')
    case 'captions':
      return t('keys.captions')
    case 'fullscreen':
      return t('keys.fullscreen')
    case 'next':
      return t('keys.next')
    case 'previous':
      return t('keys.previous')
    case 'dock':
      return t('keys.dock')
    case 'shuffle':
      return t('queue.shuffle')
    case 'repeat':
      return t('keys.repeat')
  }
}

/** The list of player keys, without keys of remotes and headsets. */
function listRows() {
  const keysByLabel = new Map<string, string[]>()
  for (const [key, action] of Object.entries(playerKeys)) {
    if (key.startsWith('Media')) continue
    const label = labelOf(action)
    keysByLabel.set(label, [...(keysByLabel.get(label) ?? []), key])
  }
  return [...keysByLabel].map(([label, keys]) => ({ label, keys }))
}

export const playerShortcuts: ShortcutLists = {
  subjects: {},
  others: [
    {
      name: t('keys.title'),
      rows: [...listRows(), { label: t('keys.tenth'), keys: ['0 – 9'] }, { label: t('keys.close'), keys: ['Escape'] }],
    },
    {
      name: t('queue.title'),
      rows: [
        { label: t('keys.queue_walk'), keys: ['ArrowUp', 'ArrowDown'] },
        { label: t('queue.up'), keys: ['Shift+ArrowUp'] },
        { label: t('queue.down'), keys: ['Shift+ArrowDown'] },
        { label: t('keys.queue_lift'), keys: [' '] },
        { label: t('queue.remove'), keys: ['Delete'] },
      ],
    },
  ],
}
