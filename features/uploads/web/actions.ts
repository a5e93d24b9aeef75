import { closedCaptioning, cloudArrowUp } from '#ui/icons.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { playsInOwnPlayer } from './plays-here.ts'
import { showUploads } from './show-uploads.ts'
import { t } from './texts.ts'
import { displayedUploads } from './uploads.ts'

const captions: Action<'video'> = {
  id: 'video.captions',
  section: 'edit',
  label: () => t('captions.menu'),
  icon: closedCaptioning,
  visible: ({ place, video }) => place?.channel.may_edit === true && playsInOwnPlayer(video.kind),
  run: ({ id, name, channel }) =>
    void openDialog(() => import('./CaptionsDialog.tsx').then((module) => module.CaptionsDialog), {
      videoId: id,
      title: name,
      playlistId: channel.id,
    }),
}

const uploads: Action<'app'> = {
  id: 'app.uploads',
  section: 'go',
  label: () => t('tray.title'),
  icon: cloudArrowUp,
  visible: () => displayedUploads.get().length > 0,
  run: showUploads,
}

export const uploadsActions: ActionTable = { app: [uploads], video: [captions] }
