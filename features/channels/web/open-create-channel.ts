import { isSignedIn } from '#kit/web/storage.ts'
import { openDialog } from '#ui/dialogs.ts'
import { returnToCreateChannel } from '#shell/login-needed.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { plus } from '#ui/icons.ts'
import type { ActionTable } from '#shell/feature.ts'
import { t } from './texts.ts'

/** Starts the creation of a channel. Guests first register or log in, on a screen that explains why. */
export function openCreateChannelDialog(): void {
  if (isSignedIn()) return createChannel()
  returnToCreateChannel()
  go(paths.register())
}

const createChannel = () =>
  void openDialog(() => import('./dialogs/CreateChannelDialog.tsx').then((module) => module.CreateChannelDialog), {})

export const createChannelActions: ActionTable = {
  app: [{ id: 'playlist.create', section: 'add', label: () => t('create.title'), icon: plus, run: openCreateChannelDialog }],
}
