import type { MouseEvent } from 'react'
import { isPlainClick } from '#shell/links.ts'
import { useGoWithBackPage } from '#shell/navigation.ts'
import { channelAddress, type HomeView } from './addresses.ts'
import { markVideoClicked } from './clicked-videos.ts'

/** Returns props for a card on a home page that plays its video. Back then leads to the video's channel. */
export function usePlayLink(home: HomeView) {
  const goWithBackPage = useGoWithBackPage()
  return (playlist: string, videoId: string) => {
    const href = channelAddress(home, { playlist, play: videoId })
    return {
      href,
      onClick: (event: MouseEvent) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        markVideoClicked(videoId, event.currentTarget)
        goWithBackPage(channelAddress(home, { playlist }), href)
      },
    }
  }
}
