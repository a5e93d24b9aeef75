import type { PlayableItem } from '#features/player/web/plan.ts'
import type { DetailedEpgItem, Programme, TvChannel } from '#features/guide/shapes.ts'
import type { DetailedTvChannel } from '../../shapes.ts'
import { itemAddress, livePlay, playAddress } from '#features/guide/web/addresses.ts'
import { programmeSubject, tvSubject } from '#features/guide/web/subjects.ts'
import { itemSubject } from '../subjects.ts'
import { t as tGuide } from '#features/guide/web/texts.ts'

const contentTypes = { hls: 'application/vnd.apple.mpegurl', dash: 'application/dash+xml' } as const

/** Returns the relay's URL. */
const relayAddress = (channelId: string, play: string) => `/media/relay/${channelId}/${play}/open`

/** Returns the fields that all items of a channel have: stream format, relay, and whether the channel is audio only. */
const streamFields = ({ id, stream_kind, kind, name, needs_headers, is_relayed }: TvChannel, play: string) => ({
  content_type: stream_kind && contentTypes[stream_kind],
  needsHeaders: needs_headers,
  relay: is_relayed ? relayAddress(id, play) : undefined,
  isSound: kind === 'radio',
  partOf: name,
})

const pictureOf = ({ logoId }: TvChannel, programmePicture: string | null) => ({
  image: programmePicture ?? logoId,
  isLogo: programmePicture === null,
})

/** An on-demand video of a channel. */
export type TvItem = DetailedTvChannel['items'][number]

/** Returns the title and subtitle of a live channel. They change with its programmes. */
export const liveTexts = (tv: TvChannel, programme: Pick<Programme, 'title'> | undefined) => ({
  title: programme?.title ?? tv.name,
  subtitle: programme ? tv.name : tGuide('live.live'),
})

/** Converts a live channel to a player's item. */
export const toPlayableLive = (tv: TvChannel, programme?: { title: string; poster?: string | null }): PlayableItem => ({
  id: tv.id,
  ...liveTexts(tv, programme),
  ...streamFields(tv, livePlay),
  ...pictureOf(tv, programme?.poster ?? tv.live_thumb),
  src: tv.liveStreamUrl,
  href: playAddress(tv.id, livePlay),
  subject: tvSubject(tv),
})

/** Converts a programme to a player's item that starts at its beginning. */
export const toPlayableProgramme = ({ channel, ...programme }: DetailedEpgItem): PlayableItem => ({
  id: programme.id,
  title: programme.title,
  ...streamFields(channel, programme.id),
  subtitle: [programme.episode, programme.subtitle].filter(Boolean).join(' · ') || channel.name,
  ...pictureOf(channel, programme.poster),
  src: programme.start_over_url ?? programme.url,
  isFromStart: programme.start_over_url !== null,
  // A current programme starts at its beginning; a past programme resumes at the stored position.
  isStartAsked: programme.start_over_url !== null,
  description: programme.description,
  href: playAddress(channel.id, programme.id),
  subject: programmeSubject(channel, programme, false),
})

export const toPlayableTvItem = (tv: TvChannel, { id, title, group, poster, url }: TvItem): PlayableItem => ({
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
