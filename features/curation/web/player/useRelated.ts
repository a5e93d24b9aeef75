import { useRead } from '#kit/web/use.ts'
import { curationContract, type PlacedVideo } from '../../contract.ts'

const none: readonly PlacedVideo[] = []

/** The videos that are shown beside one of a channel: none until they have come, and when they don't. */
export function useRelated(playlistId: string, videoId: string): readonly PlacedVideo[] {
  const { data } = useRead(curationContract.listRelated, { params: { playlistId } })
  return data?.find(({ video_id }) => video_id === videoId)?.related ?? none
}
