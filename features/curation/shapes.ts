/** What is answered. */
import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { playbackKinds } from '#features/media/rules.ts'
import { linkProblems, locks, sections, statuses } from './rules.ts'

export const Status = z.enum(statuses.map(({ name }) => name))
const Address = z.nullable(z.string())

/** A package that opens a channel, as its tile names it. */
export const TierName = z.object({
  id: Id,
  name: z.string(),
  /** Euro a month: `4.99`. */
  price: z.string(),
})

/** Where a copy comes from: somebody else's channel, while the reader finds it among everybody's. */
export const Source = z.object({
  playlist_id: Id,
  name: z.string(),
  /** Who made it. */
  user_id: Id,
  nickname: z.nullable(z.string()),
  maker_is_public: z.boolean(),
})
export type Source = z.output<typeof Source>

/** How a thing came into the channel in which its owner shares things. */
export const Shared = z.object({
  /** Where it was found, on this site; null: that leads nowhere any more, or not for the reader. */
  url: z.nullable(z.string()),
  shared_at: Time,
})
export type Shared = z.output<typeof Shared>

/** A channel in a list. */
export const PlaylistTile = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** `description` is only the beginning: the channel's own call has it whole. */
  is_cut: z.boolean(),
  icon: Address,
  tags: z.array(z.string()),
  status: Status,
  status_id: z.int(),
  slug: z.nullable(z.string()),
  adult: z.boolean(),
  /** Who made it. The owner is the team when there is one, else this user. */
  user_id: Id,
  team_id: z.nullable(Id),
  nickname: z.nullable(z.string()),
  /** Who made it wants to be found: their page opens. */
  maker_is_public: z.boolean(),
  may_edit: z.boolean(),
  is_default: z.boolean(),
  direct_publish: z.boolean(),
  watch_later: z.boolean(),
  is_archived: z.boolean(),
  is_left: z.boolean(),
  /** Its place in its section, from 0; null in lists that mix owners. */
  order: z.nullable(z.int()),
  finished: z.literal([0, 1]),
  /** Listed, but it does not open for the reader; null: it does. */
  lock: z.nullable(z.enum(locks)),
  /** It takes a package that the reader does not have. */
  is_locked: z.boolean(),
  /** The packages that open it; none where it is open to everybody. */
  tiers: z.array(TierName),
  views: z.int(),
  /** The viewer follows it. */
  is_followed: z.boolean(),
  source: z.nullable(Source),
  created_at: Time,
})
export type PlaylistTile = z.output<typeof PlaylistTile>

/** A channel on a wall of channels. */
export const PlaylistPreview = z.extend(PlaylistTile, {
  /** The first pictures of what is in it, 4 at most. */
  pictures: z.array(z.string()),
})
export type PlaylistPreview = z.output<typeof PlaylistPreview>

/** As much of a video as a card shows. */
export const VideoCard = z.object({
  id: Id,
  title: z.string(),
  image: Address,
  /** Name of the source as it is shown; '' for our own files. */
  site: z.string(),
  kind: z.enum(playbackKinds),
  /** Seconds; null when nobody knows. */
  duration: z.nullable(z.int()),
  /** A stream that has no end yet. */
  is_live: z.boolean(),
  /** Its page was not looked at yet: what it tells of title, picture and duration is filled in later. */
  is_pending: z.boolean(),
})
export type VideoCard = z.output<typeof VideoCard>

/** That a link failed: told to whoever may change its video. */
export const LinkFailure = z.object({
  /** `doubtful`: it failed once; `gone`: again, at least a day later. */
  state: z.enum(['doubtful', 'gone']),
  problem: z.enum(linkProblems),
  /** When it failed first. */
  since: Time,
})
export type LinkFailure = z.output<typeof LinkFailure>

/** Where a video is: what a link to it needs. */
const Pivot = z.object({ playlist_id: Id, serie_id: Id, playlistable_type: z.literal('video') })

/** A video in a list of many channels. */
export const PlacedVideo = z.extend(VideoCard, { pivot: Pivot })
export type PlacedVideo = z.output<typeof PlacedVideo>

export const Video = z.extend(VideoCard, {
  /** Of each series exactly one is. */
  is_home: z.boolean(),
  series_id: Id,
  series_name: z.string(),
  description: z.string(),
  /** Only the beginnings of `description` and `more_description` are here: the video's own call has them whole. */
  is_cut: z.boolean(),
  src: z.string(),
  embed_url: z.nullable(z.string()),
  content_type: z.nullable(z.string()),
  is_external: z.boolean(),
  /** Its link is gone: playing all goes on behind it. */
  is_gone: z.boolean(),
  /** How its link failed; null: it did not, or whoever asks may not change the video. */
  link_failure: z.nullable(LinkFailure),
  adult: z.boolean(),
  /** Seconds of the source between which it plays; null: where its link says, else its beginning, and its end. */
  start_at: z.nullable(z.int()),
  end_at: z.nullable(z.int()),
  /** Has `go_to` or more information to show. */
  has_buttons: z.boolean(),
  go_to: z.nullable(z.string()),
  go_to_title: z.nullable(z.string()),
  more_title: z.nullable(z.string()),
  more_info_title: z.nullable(z.string()),
  more_description: z.nullable(z.string()),
  more_photo: Address,
  copied_video_id: z.nullable(Id),
  source: z.nullable(Source),
  /** Null: it was not shared into this channel. */
  shared: z.nullable(Shared),
  views: z.int(),
  likes: z.int(),
  /** The viewer likes it. */
  liked: z.boolean(),
  user_id: Id,
  pivot: Pivot,
  /** The source's own date, else when it was added. */
  published_at: Time,
  created_at: Time,
})
export type Video = z.output<typeof Video>

/** A series without its videos. */
export const SeriesDetails = z.object({
  id: Id,
  playlist_id: Id,
  name: z.string(),
  description: z.string(),
  /** `description` is only the beginning: the series' own call has it whole. */
  is_cut: z.boolean(),
  /** `header`: the opening banner of its channel; there is one at most. */
  type: z.nullable(z.literal('header')),
  /** Its place in the channel, from 0. */
  position: z.int(),
  /** The user or team whose channel it is in. */
  owner: Id,
  source: z.nullable(Source),
  /** Null: it was not shared into this channel. */
  shared: z.nullable(Shared),
})
export type SeriesDetails = z.output<typeof SeriesDetails>

export const Series = z.extend(SeriesDetails, { videos: z.array(Video) })
export type Series = z.output<typeof Series>

export const Playlist = z.extend(PlaylistTile, {
  series: z.array(Series),
  /** How many the viewer sees, in all series together. */
  videos: z.int(),
  /** Some video of it has. */
  has_buttons: z.boolean(),
  likes: z.int(),
  /** The viewer likes it. */
  liked: z.boolean(),
  /** The viewer has a package that holds it. */
  is_subscribed: z.boolean(),
  /** What its editors show beside its videos, as far as the viewer may see it: each video once. */
  related_videos: z.array(z.object({ id: Id })),
})
export type Playlist = z.output<typeof Playlist>

/** The body of a call that puts videos of a series back to where they were before they moved. */
export const UndoVideoMove = z.object({
  videos: z.array(Id),
  series_id: Id,
  indexes: z.array(z.int()),
  home_video_id: z.optional(Id),
})
export type UndoVideoMove = z.output<typeof UndoVideoMove>
/** The series that videos were moved to, whether it was made for them, and how they are put back. */
export const MovedSeries = z.extend(Series, { is_new: z.boolean(), undo: z.array(UndoVideoMove) })
export type MovedSeries = z.output<typeof MovedSeries>

/** The body of a call that puts series of a channel back to where they were before they moved. */
export const UndoSeriesMove = z.object({
  series: z.array(Id),
  playlist_id: Id,
  indexes: z.array(z.int()),
  header_id: z.optional(Id),
})
export type UndoSeriesMove = z.output<typeof UndoSeriesMove>
/** Series that were moved, and how they are put back. */
export const MovedSeriesList = z.object({ series: z.array(Series), undo: z.array(UndoSeriesMove) })
export type MovedSeriesList = z.output<typeof MovedSeriesList>

/** A video of a channel, and those of any channels that its editors show beside it: as far as the reader may see them, in order. */
export const RelatedVideos = z.object({ video_id: Id, related: z.array(PlacedVideo) })
export type RelatedVideos = z.output<typeof RelatedVideos>

/** Channels that stand in one place of the bar. Nobody but its owner sees it. */
export const Group = z.object({
  id: Id,
  name: z.string(),
  icon: Address,
  status: Status,
  /** What a channel becomes that is dropped in, unless it is private. */
  status_id: z.int(),
  is_archived: z.boolean(),
  /** Its place among the groups of the bar, or of the archive, from 0. */
  order: z.int(),
  playlists: z.array(PlaylistPreview),
})
export type Group = z.output<typeof Group>

/** The body of a call that puts channels back to where they were before they moved. */
export const UndoMove = z.object({
  /** Ids as they are now. */
  playlists: z.array(Id),
  section: z.optional(z.enum(sections)),
  group_id: z.optional(Id),
  order: z.int(),
  status_id: z.optional(z.int()),
  is_left: z.optional(z.boolean()),
})
export type UndoMove = z.output<typeof UndoMove>

const tiles = z.array(PlaylistPreview)
/** All that stands in the bar of one's own channels. `other` holds left ones too. */
export const MyPlaylists = z.object({
  archive: tiles,
  other: tiles,
  public: tiles,
  groups: z.array(Group),
  archivedGroups: z.array(Group),
  directPublish: PlaylistPreview,
  watchLater: PlaylistPreview,
  /** Ids. */
  finished: z.array(Id),
  unfinished: z.array(Id),
  /** The videos that the user liked last, 50 at most: of public channels and of their own. */
  favorites: z.array(PlacedVideo),
  /** Where an order was asked for: ids of all channels in it, wherever they stand. */
  sorted: z.optional(z.array(Id)),
})
export type MyPlaylists = z.output<typeof MyPlaylists>

const FirstSeries = z.object({ id: Id, name: z.string(), videos: z.array(VideoCard) })

/** A channel as guests meet it: with its first series and the first videos of that. */
export const DefaultPlaylist = z.extend(PlaylistTile, {
  series: z.array(FirstSeries),
})
export type DefaultPlaylist = z.output<typeof DefaultPlaylist>

// What is known of one of these is shown wherever it stands.
defineThing('playlist', [PlaylistTile, PlaylistPreview, Playlist, DefaultPlaylist], { perList: ['order'] })
defineThing('group', [Group], { perList: ['order'] })
defineThing('series', [SeriesDetails, Series, MovedSeries, FirstSeries], { perList: ['position'] })
defineThing('video', [VideoCard, Video, PlacedVideo])
