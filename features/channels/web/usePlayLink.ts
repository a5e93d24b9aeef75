import type { MouseEvent } from 'react'
import { isPlainPress } from '#shell/links.ts'
import { useGoThrough } from '#shell/navigation.ts'
import { channelAddress, type HomeView } from './addresses.ts'
import { markPressed } from './pressed.ts'

/** Returns props for a card on a home page that plays its video. Back then leads to the video's channel. */
export function usePlayLink(home: HomeView) {
  const goThrough = useGoThrough()
  return (playlist: string, videoId: string) => {
    const href = channelAddress(home, { playlist, play: videoId })
    return {
      href,
      onPress: (event: MouseEvent) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        markPressed(videoId, event.currentTarget)
        goThrough(channelAddress(home, { playlist }), href)
      },
    }
  }
}
