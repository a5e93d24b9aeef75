import { forEveryone, forUsers, type WebFeature } from '#shell/feature.ts'
import { t } from './texts.ts'

/** Actions on channels, series and videos, and components for edit mode. */
export const channels: WebFeature = {
  actions: [
    { audience: 'everyone', types: ['app'], load: () => import('./make-channel.ts').then((module) => module.anywhereActions) },
    {
      audience: 'users',
      types: ['app', 'playlist', 'group', 'archive', 'serie', 'video'],
      load: () => import('./actions/actions.ts').then((module) => module.channelsActions),
    },
  ],
  slots: [
    forUsers('screen.aside', 'playlist', () => import('./arrange/ArrangeButton.tsx'), 'ArrangeButton'),
    forUsers('row.lead', 'serie', () => import('./arrange/ArrangeButton.tsx'), 'SeriesGrip'),
    forUsers('card.corner', 'video', () => import('./select/marks.tsx'), 'CardMark'),
    forUsers('row.lead', 'serie', () => import('./select/marks.tsx'), 'RowMark'),
    forUsers('stop.mark', 'playlist', () => import('./select/marks.tsx'), 'StopMark'),
    forUsers('stop.mark', 'group', () => import('./select/marks.tsx'), 'StopMark'),
    forUsers('player.bar', 'video', () => import('./SaveButton.tsx'), 'PlayerSave'),
    forUsers('detail.actions', 'video', () => import('./SaveButton.tsx'), 'DetailSave'),
    forUsers('app.bar', 'app', () => import('./select/SelectBar.tsx'), 'SelectBar'),
    forEveryone('player.buttons', 'video', () => import('./player/PlayerParts.tsx'), 'PlayerButtons'),
    forEveryone('player.below', 'video', () => import('./player/PlayerParts.tsx'), 'PlayerBelow'),
    forEveryone('player.beside', 'video', () => import('./player/PlayerParts.tsx'), 'PlayerBeside'),
  ],
  destinations: [
    { name: () => t('shortcuts.destinations'), list: async (read) => (await import('./destinations.ts')).listDestinations(read) },
  ],
  shortcuts: [
    { audience: 'everyone', load: () => import('./shortcut-lists.ts').then((module) => module.browsingShortcuts) },
    { audience: 'users', load: () => import('./shortcut-lists.ts').then((module) => module.arrangingShortcuts) },
  ],
}
