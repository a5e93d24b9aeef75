import { plus } from '#ui/icons.ts'
import type { ActionTable } from '#shell/feature.ts'
import { makeChannel } from '../make-channel.ts'
import { t } from '../texts.ts'

export const anywhereActions: ActionTable = {
  app: [{ id: 'playlist.create', section: 'add', label: () => t('create.title'), icon: plus, run: makeChannel }],
}
