import { ChannelOrbitsArtwork, VideoWallArtwork } from '#features/accounts/web/entry/Illustrations.tsx'
import { channelsContract } from '#features/channels/contract.ts'
import { usePages } from '#kit/web/read.ts'

/** As many channels as the login screen has discs, so that no channel repeats. */
const publicChannels = 20

/** Reads the public channels. */
const useChannels = () => usePages(channelsContract.listDefaultPlaylists, { query: { limit: publicChannels } }).items ?? []

type Channels = ReturnType<typeof useChannels>
const videosOf = (channels: Channels) => channels.flatMap(({ series }) => series.flatMap(({ videos }) => videos))

/** Public channels, beside the login form. */
export function ChannelOrbits() {
  const channels = useChannels()
  return <ChannelOrbitsArtwork subjects={channels.map(({ id, name, icon }) => ({ id, name, picture: icon }))} />
}

/** Videos of public channels, beside the registration form. */
export function VideoWall() {
  const videos = videosOf(useChannels())
  return <VideoWallArtwork subjects={videos.flatMap(({ id, title, image }) => (image ? [{ id, name: title, picture: image }] : []))} />
}
