import { useEffect, useEffectEvent, useState } from 'react'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { isPlaying, presentPlayer, releasePlayer } from '#features/player/web/presenting.ts'
import type { PlayableItem } from '#features/player/web/plan.ts'
import { wasVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { useBack, useGo } from '#shell/navigation.ts'

/** Returns the items. The playing item keeps its previous URL, because a URL with another time would restart it. */
function continuableItems(items: readonly PlayableItem[]): readonly PlayableItem[] {
  const now = nowPlaying.get()
  const playing = now?.items[now.index]
  return playing ? items.map((item) => (item.id === playing.id ? { ...item, src: playing.src ?? item.src } : item)) : items
}

/**
 * Plays the item that is in the URL. When the URL changes, the item plays on in the mini-player.
 * @param ended the screen's URL without the item
 */
export function useTvPlayer(items: readonly PlayableItem[], playing: string | undefined, ended: string): void {
  const go = useGo()
  const back = useBack(ended)
  // Whether the user pressed the item, so that Back leads to the previous page. False if the URL was opened directly.
  const [wasStartedByUser] = useState(() => playing !== undefined && (wasVideoClicked(playing) || isPlaying(playing)))
  const index = items.findIndex(({ id }) => id === playing)

  const present = useEffectEvent(() => {
    const hasUserStarted = wasStartedByUser || (playing !== undefined && wasVideoClicked(playing))
    presentPlayer({
      items: continuableItems(items),
      index,
      autoplay: hasUserStarted,
      screen: {
        onItemChange: ({ href }) => go(href, { replace: true }),
        onLeave: () => (hasUserStarted ? back() : go(ended, { replace: true })),
      },
    })
  })
  // Updates data about the playing item without restarting it.
  useEffect(() => {
    if (playing !== undefined && index >= 0) present()
  }, [playing, index])
  useEffect(() => (playing === undefined ? undefined : releasePlayer), [playing])
}
