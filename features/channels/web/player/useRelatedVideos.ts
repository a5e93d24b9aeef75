import { useRead } from '#kit/web/read.ts'
import { channelsContract, type PlacedVideo } from '../../contract.ts'

const noVideos: readonly PlacedVideo[] = []

/** Returns the related videos of a video; empty while they load, and on errors. */
export function useRelatedVideos(playlistId: string, videoId: string): readonly PlacedVideo[] {
  const { data } = useRead(channelsContract.listRelatedVideos, { params: { playlistId } })
  return data?.find(({ video_id }) => video_id === videoId)?.related ?? noVideos
}
