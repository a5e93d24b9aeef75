import { useEffect, useEffectEvent, useState } from 'react'
import { isPlaying, presentPlayer, releasePlayer } from '#features/media/web/player/presenting.ts'
import type { PlayableItem } from '#features/media/web/player/plan.ts'
import { wasPressed } from '#features/curation/web/pressed.ts'
import { useBack, useGo } from '#shell/navigation.ts'
import type { DetailedEpgItem, DetailedTvChannel, TvChannel } from '../../shapes.ts'
import { itemAddress, live, playAddress } from '../addresses.ts'
import { t } from '../texts.ts'

const contentTypes = { hls: 'application/vnd.apple.mpegurl', dash: 'application/dash+xml' } as const

/** What is on demand on a channel. */
export type TvItem = DetailedTvChannel['items'][number]

/** What is live on a channel, as the player needs it. */
export const playableLive = (tv: TvChannel, programme?: { title: string; poster: string | null }): PlayableItem => ({
  id: tv.id,
  title: tv.name,
  subtitle: programme?.title ?? t('live.live'),
  image: programme?.poster ?? tv.live_thumb ?? tv.logoId,
  src: tv.liveStreamUrl,
  content_type: tv.stream_kind && contentTypes[tv.stream_kind],
  href: playAddress(tv.id, live),
  partOf: tv.name,
})

/** A programme from its beginning: what is on now, or was. */
export const playableProgramme = ({ channel, ...programme }: DetailedEpgItem): PlayableItem => ({
  id: programme.id,
  title: programme.title,
  subtitle: [programme.episode, programme.subtitle].filter(Boolean).join(' · ') || channel.name,
  image: programme.poster ?? channel.logoId,
  src: programme.start_over_url ?? programme.url,
  content_type: channel.stream_kind && contentTypes[channel.stream_kind],
  description: programme.description,
  href: playAddress(channel.id, programme.id),
  partOf: channel.name,
})

export const playableItem = (tv: TvChannel, { id, title, group, poster, url }: TvItem): PlayableItem => ({
  id,
  title,
  subtitle: group,
  image: poster,
  src: url,
  href: itemAddress(tv.id, id),
  partOf: tv.name,
})

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
      items,
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
