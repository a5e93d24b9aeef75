import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { mediaContract } from '../../contract.ts'
import type { Failure, PlayableItem } from './plan.ts'

/** Failures of the link, rather than of this browser or page. */
const ofTheLink: readonly Failure[] = ['gone', 'refused', 'server', 'timeout', 'unreachable', 'format']
const reported = new Set<string>()

/** Reports once that an item didn't play, so that its link is checked. Not awaited; refusals are ignored. */
export function reportFailure({ id, subject, within }: PlayableItem, failure: Failure): void {
  if (subject?.type !== 'video' || !navigator.onLine || !ofTheLink.includes(failure) || reported.has(id)) return
  reported.add(id)
  void call(
    mediaContract.reportPlaybackFailure,
    { params: { id }, body: { ...(within !== undefined && { playlist_id: within }) } },
    send,
  ).catch(() => {})
}
