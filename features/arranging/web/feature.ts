import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Actions that arrange channels, series and videos, and components for edit mode and selection. */
export const arranging: WebFeature = {
  actions: [
    {
      audience: 'users',
      types: ['app', 'playlist', 'group', 'archive', 'serie', 'video'],
      load: () => import('./actions/actions.ts').then((module) => module.arrangingActions),
    },
  ],
  slots: [
    forUsers('screen.aside', 'playlist', () => import('./arrange/ArrangeButton.tsx'), 'ArrangeButton'),
    forUsers('row.lead', 'serie', () => import('./arrange/ArrangeButton.tsx'), 'SeriesGrip'),
    forUsers('card.corner', 'video', () => import('./select/marks.tsx'), 'CardMark'),
    forUsers('row.lead', 'serie', () => import('./select/marks.tsx'), 'RowMark'),
    forUsers('stop.mark', 'playlist', () => import('./select/marks.tsx'), 'StopMark'),
    forUsers('stop.mark', 'group', () => import('./select/marks.tsx'), 'StopMark'),
    forUsers('player.bar', 'video', () => import('./SaveButton.tsx'), 'PlayerSaveButton'),
    forUsers('detail.actions', 'video', () => import('./SaveButton.tsx'), 'DetailSaveButton'),
    forUsers('related.add', 'related-videos', () => import('./clipboard/PasteRelatedVideosButton.tsx'), 'PasteRelatedVideosButton'),
    forUsers('app.bar', 'app', () => import('./select/SelectBar.tsx'), 'SelectBar'),
    forUsers('app.bar', 'app', () => import('./WaitingMoves.tsx'), 'WaitingMoves'),
    forUsers('app.bar', 'app', () => import('./board/BoardGestures.tsx'), 'BoardGestures'),
  ],
  shortcuts: [{ audience: 'users', load: () => import('./shortcut-lists.ts').then((module) => module.arrangingShortcuts) }],
}
