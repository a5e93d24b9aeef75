import { useEffect, useEffectEvent, useState } from 'react'
import { nowPlaying } from '#features/media/web/player/now-playing.ts'
import { isPlaying, presentPlayer, releasePlayer } from '#features/media/web/player/presenting.ts'
import type { PlayableItem } from '#features/media/web/player/plan.ts'
import { wasPressed } from '#features/curation/web/pressed.ts'
import { useBack, useGo } from '#shell/navigation.ts'

/** What plays already keeps its address: it was asked for then, and goes on. */
function goingOn(items: readonly PlayableItem[]): readonly PlayableItem[] {
  const now = nowPlaying.get()
  const playing = now?.items[now.index]
  return playing ? items.map((item) => (item.id === playing.id ? { ...item, src: playing.src ?? item.src } : item)) : items
}

/** Plays something for as long as the address says so; then it goes on in the mini-player. @param ended the address of the screen without it */
export function useTvPlayer(items: readonly PlayableItem[], playing: string | undefined, ended: string): void {
  const go = useGo()
  const back = useBack(ended)
  // Whoever pressed came from elsewhere, and "back" leads there. Whoever opened an address did not.
  const [pressed] = useState(() => playing !== undefined && (wasPressed(playing) || isPlaying(playing)))
  const index = items.findIndex(({ id }) => id === playing)

  const present = useEffectEvent(() => {
    const hasPressed = pressed || (playing !== undefined && wasPressed(playing))
    presentPlayer({
      items: goingOn(items),
      index,
      autoplay: hasPressed,
      screen: {
        onItemChange: ({ href }) => go(href, { replace: true }),
        onLeave: () => (hasPressed ? back() : go(ended, { replace: true })),
      },
    })
  })
  // What is told of it may come anew; it plays on unless its address is another.
  useEffect(() => {
    if (playing !== undefined && index >= 0) present()
  }, [playing, index])
  useEffect(() => (playing === undefined ? undefined : releasePlayer), [playing])
}
