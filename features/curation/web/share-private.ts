import { ApiError } from '#kit/contract/client.ts'
import { toast } from '#ui/toasts.ts'
import { actionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { curationContract, type PlaylistTile } from '../contract.ts'
import { status } from '../rules.ts'
import { t } from './texts.ts'

/**
 * Whoever has the link may watch from now on.
 * @param share shares it as it is then: a channel that was public once gets another address
 */
export async function openAndShare({ id }: PlaylistTile, share: (opened: PlaylistTile, note: string) => Promise<void>): Promise<void> {
  const { change, go } = actionTools()
  try {
    const opened = await change(curationContract.updatePlaylist, { params: { id }, body: { status_id: status.privateLink } })
    const isOnScreen = new URLSearchParams(location.search).get('playlist') === id
    if (opened.id !== id && isOnScreen) go(paths.myPlaylists({ playlist: opened.id }), { replace: true })
    await share(opened, t('share.let_in_done'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
  }
}
