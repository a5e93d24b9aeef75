import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { teamsContract } from '../contract.ts'
import { leaveTeamMode } from './mode/acting-team.ts'
import { lostTeam } from './lost-team.ts'
import { t } from './texts.ts'

/** Asks for confirmation, saying what happens to the channels, then deletes the team. @throws ApiError */
export async function deleteTeam({ id, name }: SubjectOf<'team'>, { read, change, go }: ActionTools): Promise<void> {
  const { playlists } = await read(teamsContract.getTeam, { params: { id } })
  const isSure = await confirm({
    title: t('delete.title', { name }),
    text: playlists.length > 0 ? t('delete.text', { count: playlists.length }) : t('delete.text_empty'),
    action: t('team.delete'),
  })
  if (!isSure) return
  try {
    lostTeam.set(id)
    await change(teamsContract.deleteTeam, { params: { id } })
  } catch (error) {
    lostTeam.set(undefined)
    throw error
  }
  leaveTeamMode(id)
  toast(t('delete.done', { name }))
  go(paths.teams(), { replace: true })
}
