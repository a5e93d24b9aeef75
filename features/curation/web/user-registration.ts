import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'
import { t } from './texts.ts'

/** What can be done with channels, series and videos. */
export const curationUserRegistration: Registration = {
  slots: [
    slotPart(
      'screen.aside',
      'playlist',
      lazily(() => import('./arrange/ArrangeButton.tsx').then((module) => module.ArrangeButton)),
    ),
    slotPart(
      'row.lead',
      'serie',
      lazily(() => import('./arrange/SeriesGrip.tsx').then((module) => module.SeriesGrip)),
    ),
    slotPart(
      'card.corner',
      'video',
      lazily(() => import('./select/marks.tsx').then((module) => module.CardMark)),
    ),
    slotPart(
      'row.lead',
      'serie',
      lazily(() => import('./select/marks.tsx').then((module) => module.RowMark)),
    ),
    slotPart(
      'stop.mark',
      'playlist',
      lazily(() => import('./select/marks.tsx').then((module) => module.StopMark)),
    ),
    slotPart(
      'stop.mark',
      'group',
      lazily(() => import('./select/marks.tsx').then((module) => module.StopMark)),
    ),
    slotPart(
      'player.bar',
      'video',
      lazily(() => import('./SaveButton.tsx').then((module) => module.PlayerSave)),
    ),
    slotPart(
      'detail.actions',
      'video',
      lazily(() => import('./SaveButton.tsx').then((module) => module.DetailSave)),
    ),
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./select/SelectBar.tsx').then((module) => module.SelectBar)),
    ),
  ],
  destinations: [
    { name: () => t('shortcuts.destinations'), list: async (read) => (await import('./destinations.ts')).listDestinations(read) },
  ],
  shortcuts: () => import('./shortcut-lists.ts').then((module) => module.arrangingShortcuts),
  actions: [
    {
      types: ['app', 'playlist', 'group', 'archive', 'serie', 'video'],
      load: () => import('./actions/actions.ts').then((module) => module.curationActions),
    },
  ],
}
