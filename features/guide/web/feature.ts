import { forUsers, type WebFeature } from '#shell/feature.ts'

/** The guide: actions, rows of other screens, and reminders. */
export const guide: WebFeature = {
  actions: [
    { audience: 'users', types: ['app', 'channel', 'epg'], load: () => import('./actions.ts').then((module) => module.guideActions) },
  ],
  slots: [
    forUsers('settings.account', 'app', () => import('./RemindersRow.tsx'), 'RemindersRow'),
    forUsers('screen.explanation', 'view', () => import('./HomeRows.tsx'), 'PublicHomeRows'),
    forUsers('screen.foot', 'view', () => import('./HomeRows.tsx'), 'OwnHomeRows'),
  ],
  shortcuts: [{ audience: 'users', load: () => import('./shortcut-list.ts').then((module) => module.guideShortcuts) }],
}
