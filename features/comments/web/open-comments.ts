import { openDialog } from '#ui/dialogs.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { CommentedItem } from './commented.ts'

/** Opens the comments on a video or series of a team's channel. */
export const openComments = ({ type, id, name, channel }: SubjectOf<'video'> | SubjectOf<'serie'>): Promise<void> => {
  const item: CommentedItem = { type, id, name, teamId: channel.team_id! }
  return openDialog(() => import('./CommentsDialog.tsx').then((module) => module.CommentsDialog), { item }).then(() => undefined)
}
