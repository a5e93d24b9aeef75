import { confirm } from '#ui/confirm.ts'
import { openDialog } from '#ui/dialogs.ts'
import type { MenuRow } from '#ui/menus.ts'
import { arrowClockwise, linkSimple, trash } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools } from '#shell/actions.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { linkChecksContract } from '../contract.ts'
import type { LinkedVideo } from './linked-video.ts'
import { t } from './texts.ts'

/** Checks a link now and shows the result. @throws ApiError */
export async function checkLink({ id, title }: LinkedVideo, { change }: Pick<ActionTools, 'change'>): Promise<void> {
  const { link_failure: failure } = await change(linkChecksContract.checkLink, { params: { id } })
  if (failure) toast(t('checked.gone', { title, why: t(`problem.${failure.problem}`) }), { warning: true })
  else toast(t('checked.well', { title }))
}

/** Opens the dialog for a new link. */
export const replaceLink = (video: LinkedVideo): void =>
  void openDialog(() => import('./ReplaceLinkDialog.tsx').then((module) => module.ReplaceLinkDialog), { video })

/** Deletes videos. Asks first, because there is no undo. @throws ApiError */
export async function removeVideos(
  videos: readonly { id: string; pivot: { serie_id: string } }[],
  { change }: Pick<ActionTools, 'change'>,
): Promise<void> {
  const count = videos.length
  const question = { title: t('list.remove_question', { count }), text: t('list.remove_text'), action: t('action.remove') }
  if (count === 0 || !(await confirm(question))) return
  for (const id of new Set(videos.map(({ pivot }) => pivot.serie_id))) {
    const ids = videos.filter(({ pivot }) => pivot.serie_id === id).map((video) => video.id)
    await change(channelsContract.removeVideos, { params: { id }, body: { videos: ids } })
  }
  toast(t('list.removed', { count }))
}

/** Menu rows for a failing link. */
export const createLinkMenuRows = (perform: { check: () => void; replace: () => void; remove: () => void }): MenuRow[] => [
  { id: 'check', section: 'edit', name: t('action.check'), icon: arrowClockwise, perform: perform.check },
  { id: 'replace', section: 'edit', name: t('action.replace'), icon: linkSimple, perform: perform.replace },
  { id: 'remove', section: 'dangerous', name: t('action.remove'), icon: trash, perform: perform.remove },
]
