import { forEveryone, forUsers, type WebFeature } from '#shell/feature.ts'

/** Watching TV: copies, other players, and parts of the player. */
export const tvWatching: WebFeature = {
  actions: [
    { audience: 'users', types: ['channel', 'epg'], load: () => import('./actions.ts').then((module) => module.tvWatchingActions) },
  ],
  slots: [
    forUsers('screen.explanation', 'view', () => import('./start/LastWatchedRow.tsx'), 'LastWatchedRow'),
    forUsers('settings.browser', 'app', () => import('./start/StartSwitch.tsx'), 'StartSwitch'),
    forEveryone('player.around', 'channel', () => import('./player/LiveTvUpdater.tsx'), 'LiveTvUpdater'),
    forEveryone('player.around', 'epg', () => import('./player/LiveTvUpdater.tsx'), 'LiveTvUpdater'),
    forEveryone('player.session', 'channel', () => import('./player/TvSession.tsx'), 'TvSession'),
    forEveryone('player.session', 'epg', () => import('./player/TvSession.tsx'), 'TvSession'),
    forEveryone('player.session', 'tv_item', () => import('./player/TvSession.tsx'), 'TvSession'),
    forEveryone('player.buttons', 'channel', () => import('./player/TvInfo.tsx'), 'TvInfo'),
    forEveryone('player.buttons', 'epg', () => import('./player/TvInfo.tsx'), 'TvInfo'),
    forEveryone('player.below', 'channel', () => import('./player/OtherChannels.tsx'), 'OtherChannels'),
    forEveryone('player.failure', 'channel', () => import('./player/StreamHelp.tsx'), 'StreamHelp'),
    forEveryone('player.failure', 'epg', () => import('./player/StreamHelp.tsx'), 'StreamHelp'),
  ],
  shortcuts: [{ audience: 'users', load: () => import('./shortcut-list.ts').then((module) => module.zapShortcuts) }],
}
