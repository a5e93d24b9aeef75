import { folderSimplePlus, shieldCheck } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { ActionTable } from '#shell/feature.ts'
import { t } from './texts.ts'

/** Opens the page from the palette. */
const openDataRights: Action<'app'> = {
  id: 'go.data',
  section: 'go',
  label: () => t('data.title'),
  icon: shieldCheck,
  run: (_, { go }) => go(paths.settings({ view: 'data' })),
}
const importData: Action<'app'> = {
  id: 'app.import',
  section: 'add',
  label: () => t('bring.title'),
  icon: folderSimplePlus,
  run: (_, { go }) => go(paths.settings({ view: 'data' })),
}

export const dataRightsActions: ActionTable = { app: [importData, openDataRights] }
