import { useState } from 'react'
import { Player } from '#features/media/web/player/Player.tsx'
import { useBack, useGo } from '#shell/navigation.ts'
import type { Playlist } from '../../contract.ts'
import { channelAddress, type Home } from '../addresses.ts'
import { wasPressed } from '../pressed.ts'
import { playableOf, sequenceOf } from './playable.ts'

interface ChannelPlayerProps {
  home: Home
  channel: Playlist
  /** The video that plays. */
  videoId: string
}

/** Plays a video of a channel, and what comes after it. */
export function ChannelPlayer({ home, channel, videoId }: ChannelPlayerProps) {
  const go = useGo()
  const videos = sequenceOf(channel, videoId)
  const ended = channelAddress(home, { playlist: channel.id, video: videoId })
  const back = useBack(ended)
  // Whoever pressed came from the channel, and "back" leads there. Whoever opened an address did not.
  const [pressed] = useState(() => wasPressed(videoId))
  if (videos.length === 0) return null
  return (
    <Player
      items={videos.map(playableOf)}
      index={videos.findIndex(({ id }) => id === videoId)}
      onIndexChange={(index) => {
        const next = videos[index]
        if (next) go(channelAddress(home, { playlist: channel.id, play: next.id }), { replace: true })
      }}
      onClose={() => (pressed ? back() : go(ended, { replace: true }))}
      title={channel.name}
      autoplay={pressed}
    />
  )
}
