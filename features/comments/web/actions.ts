import { chatCircle } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { openComments } from './open-comments.ts'
import { t } from './texts.ts'

type CommentedSubject = SubjectOf<'video'> | SubjectOf<'serie'>
const comments = {
  section: 'add',
  label: () => t('action'),
  icon: chatCircle,
  visible: ({ channel }: CommentedSubject) => channel.may_edit && channel.team_id !== null,
  run: openComments,
} as const
const videoComments: Action<'video'> = { ...comments, id: 'video.comments' }
const seriesComments: Action<'serie'> = { ...comments, id: 'serie.comments' }

export const commentActions: ActionTable = { video: [videoComments], serie: [seriesComments] }
