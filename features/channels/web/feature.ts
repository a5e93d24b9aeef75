import { forEveryone, type WebFeature } from '#shell/feature.ts'
import { t } from './texts.ts'

/** Actions on channels, series and videos, and parts of the player. */
export const channels: WebFeature = {
  actions: [
    { audience: 'everyone', types: ['app'], load: () => import('./open-create-channel.ts').then((module) => module.createChannelActions) },
    {
      audience: 'users',
      types: ['playlist', 'serie', 'video'],
      load: () => import('./actions/actions.ts').then((module) => module.channelActions),
    },
  ],
  slots: [
    forEveryone('player.buttons', 'video', () => import('./player/PlayerParts.tsx'), 'PlayerButtons'),
    forEveryone('player.below', 'video', () => import('./player/PlayerParts.tsx'), 'PartsBelowPlayer'),
    forEveryone('player.beside', 'video', () => import('./player/PlayerParts.tsx'), 'PartsBesidePlayer'),
  ],
  destinations: [
    { name: () => t('shortcuts.destinations'), list: async (read) => (await import('./destinations.ts')).listDestinations(read) },
  ],
  shortcuts: [{ audience: 'everyone', load: () => import('./shortcut-lists.ts').then((module) => module.browsingShortcuts) }],
}
