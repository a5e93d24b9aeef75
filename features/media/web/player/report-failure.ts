import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { mediaContract } from '../../contract.ts'
import type { Failure, PlayableItem } from './plan.ts'

/** What says something of the link, and not of this browser or page. */
const ofTheLink: readonly Failure[] = ['gone', 'refused', 'server', 'timeout', 'unreachable', 'format']
const reported = new Set<string>()

/** Says once that an item did not play, so that its link is looked at. Nobody waits for it, and nothing comes of it that it is refused. */
export function reportFailure({ id, subject, within }: PlayableItem, failure: Failure): void {
  if (subject?.type !== 'video' || !navigator.onLine || !ofTheLink.includes(failure) || reported.has(id)) return
  reported.add(id)
  void call(
    mediaContract.reportPlaybackFailure,
    { params: { id }, body: { ...(within !== undefined && { playlist_id: within }) } },
    send,
  ).catch(() => {})
}
