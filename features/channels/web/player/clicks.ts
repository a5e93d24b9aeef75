import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import type { ClickableType } from '../../contract/clicks.ts'
import { channelsContract, type Video } from '../../contract.ts'

/** Counts a click on a button. Failures are ignored. */
export const recordClick = (clickable_type: ClickableType, { id, pivot }: Pick<Video, 'id' | 'pivot'>): void =>
  void callEndpoint(channelsContract.recordClick, { body: { clickable_type, video_id: id, playlist_id: pivot.playlist_id } }, send).catch(
    () => {},
  )
