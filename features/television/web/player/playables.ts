import type { PlayableItem } from '#features/media/web/player/plan.ts'
import type { DetailedEpgItem, DetailedTvChannel, Programme, TvChannel } from '../../shapes.ts'
import { itemAddress, live, playAddress } from '../addresses.ts'
import { itemSubject, programmeSubject, tvSubject } from '../subjects.ts'
import { t } from '../texts.ts'

const contentTypes = { hls: 'application/vnd.apple.mpegurl', dash: 'application/dash+xml' } as const

/** Where this host passes it on. */
const relayAddress = (channelId: string, play: string) => `/media/relay/${channelId}/${play}/open`

/** What both have: how the channel's stream is sent, and whether there is anything to see. */
const sentAs = ({ id, stream_kind, kind, name, needs_headers, is_relayed }: TvChannel, play: string) => ({
  content_type: stream_kind && contentTypes[stream_kind],
  needsHeaders: needs_headers,
  relay: is_relayed ? relayAddress(id, play) : undefined,
  isSound: kind === 'radio',
  partOf: name,
})

const pictureOf = ({ logoId }: TvChannel, own: string | null) => ({ image: own ?? logoId, isLogo: own === null })

/** What is on demand on a channel. */
export type TvItem = DetailedTvChannel['items'][number]

/** What a live channel is told as, by what is on there: that changes while it plays. */
export const wordsOfLive = (tv: TvChannel, programme: Pick<Programme, 'title'> | undefined) => ({
  title: programme?.title ?? tv.name,
  subtitle: programme ? tv.name : t('live.live'),
})

/** What is live on a channel, as the player needs it. */
export const playableLive = (tv: TvChannel, programme?: { title: string; poster?: string | null }): PlayableItem => ({
  id: tv.id,
  ...wordsOfLive(tv, programme),
  ...sentAs(tv, live),
  ...pictureOf(tv, programme?.poster ?? tv.live_thumb),
  src: tv.liveStreamUrl,
  href: playAddress(tv.id, live),
  subject: tvSubject(tv),
})

/** A programme from its beginning: what is on now, or was. */
export const playableProgramme = ({ channel, ...programme }: DetailedEpgItem): PlayableItem => ({
  id: programme.id,
  title: programme.title,
  ...sentAs(channel, programme.id),
  subtitle: [programme.episode, programme.subtitle].filter(Boolean).join(' · ') || channel.name,
  ...pictureOf(channel, programme.poster),
  src: programme.start_over_url ?? programme.url,
  isFromStart: programme.start_over_url !== null,
  // Whoever asks for the start of what is on gets it; what was on is gone on with.
  isStartAsked: programme.start_over_url !== null,
  description: programme.description,
  href: playAddress(channel.id, programme.id),
  subject: programmeSubject(channel, programme, false),
})

export const playableItem = (tv: TvChannel, { id, title, group, poster, url }: TvItem): PlayableItem => ({
  id,
  title,
  subject: itemSubject(tv, { id, title }),
  subtitle: group,
  image: poster,
  src: url,
  needsHeaders: tv.needs_headers,
  relay: tv.is_relayed ? relayAddress(tv.id, id) : undefined,
  href: itemAddress(tv.id, id),
  partOf: tv.name,
})
