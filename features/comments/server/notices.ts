/** Sends notifications and live events about comments when the transaction commits. */
import type { Db } from '#kit/server/db/db.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { listReceivers } from '#features/channels/server/queries/moves.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { findMentions, normalizeMentionText } from '../rules.ts'
import { type Item, listMembers } from './queries/items.ts'

/** Notifies the members whom a text mentions. @param previousText the text before an edit, whose mentions were notified already */
export async function notifyMentioned(tx: Db, authorId: string, item: Item, text: string, previousText = ''): Promise<void> {
  if (!text.includes('@')) return
  const members = await listMembers(tx, item.team_id)
  const idsIn = (words: string) => findMentions(normalizeMentionText(words), members).map(({ person }) => person.id)
  const notifiedIds = new Set([authorId, ...idsIn(previousText)])
  const to = [...new Set(idsIn(text))].filter((id) => !notifiedIds.has(id))
  if (to.length === 0) return
  await notify(tx, {
    kind: 'mention',
    to,
    subject: { type: 'playlist', key: item.playlist_key, ...(item.item_type === 'video' && { videoId: item.item_id }) },
    actor: authorId,
    bundle: `comments:${item.item_id}`,
  })
}

/** Makes an item's comments stale on the members' pages. Each delivery checks that the receiver is still a member. */
export async function invalidateComments(tx: Db, authorId: string, item: Item, by: string | null): Promise<void> {
  const topics = [`comments:${item.item_id}`, `comment-counts:${item.playlist_id}`]
  const receivers = await listReceivers(tx, item.playlist_id, authorId)
  await insertLiveEvents(
    tx,
    receivers.map(({ to }) => ({ to, name: 'changed', data: { topics, by }, scope: item.team_id })),
  )
}
