import { useMediaSelector } from 'media-chrome/react/media-store'
import { createStore } from '#ui/store.ts'

export type PanelName = 'more_info' | 'related'

interface Opened {
  /** The video whose more info is open. Another one begins without. */
  moreInfoOf?: string | undefined
  /** What the person wants of the related videos; undefined: they stand open where there is room for them. */
  related?: 'open' | 'shut'
}

const opened = createStore<Opened>({})

/** px of a window's height below which the picture needs all of the width: a phone on its side. */
const roomyHeightPx = 500

/** Which panel stands beside the picture of a video. */
export function useOpened(videoId: string, hasRelated: boolean): PanelName | undefined {
  const { moreInfoOf, related } = opened.use()
  const isFullscreen = useMediaSelector((state) => state.mediaIsFullscreen ?? false)
  if (moreInfoOf === videoId) return 'more_info'
  const isRoomy = !isFullscreen && innerHeight > roomyHeightPx
  return hasRelated && (related ?? (isRoomy ? 'open' : 'shut')) === 'open' ? 'related' : undefined
}

export const openPanel = (videoId: string, panel: PanelName): void =>
  opened.set((now) => (panel === 'more_info' ? { ...now, moreInfoOf: videoId } : { related: 'open' }))

/** Behind more info the related videos come back. */
export const closePanel = (panel: PanelName): void =>
  opened.set((now) => (panel === 'more_info' ? { ...now, moreInfoOf: undefined } : { related: 'shut' }))
