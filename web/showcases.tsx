import { Orbits } from '#features/accounts/web/entry/Orbits.tsx'
import { Wall } from '#features/accounts/web/entry/Wall.tsx'
import { curationContract } from '#features/curation/contract.ts'
import { homeRead } from '#features/curation/reads.ts'
import { usePages } from '#kit/web/use.ts'

/** What is on for everybody, as the guests' home reads it. */
const useChannels = () => usePages(curationContract.listDefaultPlaylists, homeRead).items ?? []

type Channels = ReturnType<typeof useChannels>
const videosOf = (channels: Channels) => channels.flatMap(({ series }) => series.flatMap(({ videos }) => videos))

/** The channels themselves, beside the login. */
export function ChannelOrbits() {
  const channels = useChannels()
  return <Orbits subjects={channels.map(({ id, name, icon }) => ({ id, name, picture: icon }))} />
}

/** What is on them, beside the way to an account. */
export function VideoWall() {
  const videos = videosOf(useChannels())
  return <Wall subjects={videos.flatMap(({ id, title, image }) => (image ? [{ id, name: title, picture: image }] : []))} />
}
