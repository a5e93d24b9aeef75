import { createElement, type ReactNode } from 'react'
import { type SlotPart, forUsers, type WebFeature } from '#shell/feature.ts'
import type { SubjectOf } from '#shell/subjects.ts'

/** Loads the code of a part only in channels of teams. */
function forTeamChannels(part: SlotPart): SlotPart {
  const Part = part.Part as (props: { subject: unknown }) => ReactNode
  const Marked = ({ subject }: { subject: SubjectOf<'video'> | SubjectOf<'serie'> }) =>
    subject.channel.team_id === null || !subject.channel.may_edit ? null : createElement(Part, { subject })
  return { ...part, Part: Marked as SlotPart['Part'] }
}

/** Members of a team comment on its videos and series. */
export const comments: WebFeature = {
  actions: [{ audience: 'users', types: ['video', 'serie'], load: () => import('./actions.ts').then((module) => module.commentActions) }],
  slots: [
    forTeamChannels(forUsers('card.corner', 'video', () => import('./CommentsMark.tsx'), 'CommentsMark')),
    forTeamChannels(forUsers('row.lead', 'serie', () => import('./CommentsMark.tsx'), 'CommentsMark')),
  ],
}
