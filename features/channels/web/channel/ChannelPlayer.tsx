import { useEffect, useEffectEvent, useState } from 'react'
import { startTimeInUrl } from '#features/media/rules.ts'
import { isPlaying, presentPlayer, releasePlayer } from '#features/player/web/presenting.ts'
import { useBack, useGo } from '#shell/navigation.ts'
import type { Playlist, Series, Video } from '../../contract.ts'
import { channelAddress, type HomeView } from '../addresses.ts'
import { wasVideoClicked } from '../clicked-videos.ts'
import { useFullSeries, useFullVideo } from '../useFullTexts.ts'
import { findSeriesOfVideo } from './channel-series.ts'
import { toPlayableItem, videosToPlay } from './playable-items.ts'

interface ChannelPlayerProps {
  home: HomeView
  channel: Playlist
  /** The video that plays. */
  videoId: string
}

/** Plays a video of a channel and the videos after it, while the address has `play`. Playback then continues in the mini player. */
export function ChannelPlayer({ home, channel, videoId }: ChannelPlayerProps) {
  const go = useGo()
  const ended = channelAddress(home, { playlist: channel.id, video: videoId })
  const back = useBack(ended)
  // The start time in a shared link. It applies only to the video that the link names.
  const [requestedStart] = useState(() => ({ videoId, start: startTimeInUrl(new URL(location.href)) }))
  // Whether the user clicked a card, so that Back returns to the channel. False if the user opened the address.
  const [wasStartedByUser] = useState(() => wasVideoClicked(videoId) || isPlaying(videoId))

  const { series: currentSeries } = useFullSeries(findSeriesOfVideo(channel, videoId))
  const { video: current } = useFullVideo(currentSeries?.videos.find(({ id }) => id === videoId))

  const present = useEffectEvent((channel: Playlist, videoId: string, current: Video | undefined, currentSeries: Series | undefined) => {
    const videos = videosToPlay(channel, videoId).map((video) => (video.id === current?.id ? current : video))
    if (videos.length === 0) return
    presentPlayer({
      items: videos.map((video) => {
        const series = findSeriesOfVideo(channel, video.id)
        const item = toPlayableItem(home, channel, series?.id === currentSeries?.id ? currentSeries : series, video)
        return requestedStart.start && video.id === requestedStart.videoId
          ? { ...item, start_at: requestedStart.start, isStartAsked: true }
          : item
      }),
      index: videos.findIndex(({ id }) => id === videoId),
      autoplay: wasStartedByUser || wasVideoClicked(videoId),
      screen: {
        onItemChange: ({ href }) => go(href, { replace: true }),
        onLeave: () => (wasStartedByUser ? back() : go(ended, { replace: true })),
      },
    })
    // Removes the start time from the address. The player compares the address with those of the items, which have no start time.
    if (startTimeInUrl(new URL(location.href))) go(channelAddress(home, { playlist: channel.id, play: videoId }), { replace: true })
  })
  useEffect(() => present(channel, videoId, current, currentSeries), [channel, videoId, current, currentSeries])
  useEffect(() => releasePlayer, [])
  return null
}
