import { createStore } from '#ui/store.ts'

/** What is open beside the picture: of which video, and which of the two. */
interface Opened {
  videoId: string
  panel: 'more_info' | 'related'
}

const opened = createStore<Opened | null>(null)

/** Which panel of a video is open. Another video begins without. */
export const useOpened = (videoId: string): Opened['panel'] | undefined => {
  const now = opened.use()
  return now?.videoId === videoId ? now.panel : undefined
}

export const closePanel = (): void => opened.set(null)

/** @returns whether it is open now */
export function togglePanel(videoId: string, panel: Opened['panel']): boolean {
  const now = opened.get()
  const isOpen = now?.videoId === videoId && now.panel === panel
  opened.set(isOpen ? null : { videoId, panel })
  return !isOpen
}
