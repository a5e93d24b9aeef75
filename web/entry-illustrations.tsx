import { Orbits } from '#features/accounts/web/entry/Orbits.tsx'
import { Wall } from '#features/accounts/web/entry/Wall.tsx'
import { curationContract } from '#features/curation/contract.ts'
import { usePages } from '#kit/web/use.ts'

/** As many as the login shows discs, so that none stands there twice. */
const shownChannels = 20

/** What is on for everybody. */
const useChannels = () => usePages(curationContract.listDefaultPlaylists, { query: { limit: shownChannels } }).items ?? []

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
