import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users can report, and see their removals. */
export const reports: WebFeature = {
  actions: [
    {
      audience: 'users',
      types: ['playlist', 'serie', 'video', 'person'],
      load: () => import('./actions.ts').then((module) => module.reportActions),
    },
  ],
  slots: [
    forUsers('app.bar', 'app', () => import('./RemovalsLoader.tsx'), 'RemovalsLoader'),
    forUsers('stop.mark', 'playlist', () => import('./RemovalMark.tsx'), 'StopRemovalMark'),
    forUsers('screen.aside', 'playlist', () => import('./RemovalMark.tsx'), 'ChannelRemovalMark'),
    forUsers('row.lead', 'serie', () => import('./RemovalMark.tsx'), 'SeriesRemovalMark'),
    forUsers('card.below', 'video', () => import('./RemovalMark.tsx'), 'VideoRemovalMark'),
    forUsers('settings.account', 'app', () => import('./SettingsRows.tsx'), 'SettingsRows'),
    forUsers('operator.section', 'app', () => import('./OperatorSection.tsx'), 'OperatorSection'),
  ],
}
