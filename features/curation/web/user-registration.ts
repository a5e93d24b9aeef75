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
  ],
  destinations: [
    { name: () => t('shortcuts.destinations'), list: async (read) => (await import('./destinations.ts')).listDestinations(read) },
  ],
  shortcuts: () => import('./shortcut-lists.ts').then((module) => module.arrangingShortcuts),
  actions: [
    {
      types: ['playlist', 'group', 'archive', 'serie', 'video'],
      load: () => import('./actions/actions.ts').then((module) => module.curationActions),
    },
  ],
}
