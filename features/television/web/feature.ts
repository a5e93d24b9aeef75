import { forEveryone, forUsers, type WebFeature } from '#shell/feature.ts'

/** Television: actions, rows of other screens, reminders, and parts of the player. */
export const television: WebFeature = {
  actions: [
    { audience: 'users', types: ['app', 'channel', 'epg'], load: () => import('./actions.ts').then((module) => module.televisionActions) },
  ],
  slots: [
    forUsers('settings.account', 'app', () => import('./RemindersRow.tsx'), 'RemindersRow'),
    forUsers('screen.explanation', 'view', () => import('./HomeRows.tsx'), 'GlobeRows'),
    forUsers('screen.foot', 'view', () => import('./HomeRows.tsx'), 'HeartRows'),
    forUsers('settings.account', 'app', () => import('./operator/SettingsRow.tsx'), 'SettingsRow'),
    forEveryone('player.around', 'channel', () => import('./player/TvAround.tsx'), 'TvAround'),
    forEveryone('player.around', 'epg', () => import('./player/TvAround.tsx'), 'TvAround'),
    forEveryone('player.session', 'channel', () => import('./player/TvSession.tsx'), 'TvSession'),
    forEveryone('player.session', 'epg', () => import('./player/TvSession.tsx'), 'TvSession'),
    forEveryone('player.session', 'tv_item', () => import('./player/TvSession.tsx'), 'TvSession'),
    forEveryone('player.buttons', 'channel', () => import('./player/TvInfo.tsx'), 'TvInfo'),
    forEveryone('player.buttons', 'epg', () => import('./player/TvInfo.tsx'), 'TvInfo'),
    forEveryone('player.failure', 'channel', () => import('./player/StreamHelp.tsx'), 'StreamHelp'),
    forEveryone('player.failure', 'epg', () => import('./player/StreamHelp.tsx'), 'StreamHelp'),
  ],
  shortcuts: [{ audience: 'users', load: () => import('./shortcut-list.ts').then((module) => module.guideShortcuts) }],
}
