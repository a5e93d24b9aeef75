/** Response schemas. */
import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { playbackKinds } from '#features/media/rules.ts'
import { linkProblems } from '../rules.ts'
import { PlaylistPreview, PlaylistTile, Source, Status } from './tiles.ts'
import { moveResult, MoveResult, UndoSeriesMove, UndoVideoMove } from './moves.ts'

const Address = z.nullable(z.string())

/** How a thing came into its owner's Direct Share channel. */
export const ShareOrigin = z.object({
  /** The origin's path on this site, or the link that the sharer gave; null if the origin no longer exists or the reader may not see it. */
  url: z.nullable(z.string()),
  shared_at: Time,
})
export type ShareOrigin = z.output<typeof ShareOrigin>

/** The fields of a video that a card shows. */
export const VideoCard = z.object({
  id: Id,
  title: z.string(),
  image: Address,
  /** Display name of the source; '' for files of this site. */
  site: z.string(),
  kind: z.enum(playbackKinds),
  /** Seconds; null if unknown. */
  duration: z.nullable(z.int()),
  /** Whether the video is a stream that hasn't ended. */
  is_live: z.boolean(),
  /** Whether the video's page has not been fetched yet; title, picture and duration follow. */
  is_pending: z.boolean(),
})
export type VideoCard = z.output<typeof VideoCard>

/** The failure of a link. Visible to users who may edit the video. */
export const LinkFailure = z.object({
  /** `doubtful`: failed once; `gone`: failed again at least a day later. */
  state: z.enum(['doubtful', 'gone']),
  problem: z.enum(linkProblems),
  /** First failure. */
  since: Time,
})
export type LinkFailure = z.output<typeof LinkFailure>

/** The location of a video, as needed for a link to it. */
const VideoLocation = z.object({ playlist_id: Id, serie_id: Id, playlistable_type: z.literal('video') })

/** A video in a list of several channels. */
export const PlacedVideo = z.extend(VideoCard, { pivot: VideoLocation })
export type PlacedVideo = z.output<typeof PlacedVideo>

export const Video = z.extend(VideoCard, {
  /** Whether this is the opener of its series; each series has exactly one. */
  is_home: z.boolean(),
  series_id: Id,
  series_name: z.string(),
  description: z.string(),
  /** Whether `description` and `more_description` are truncated; the video's own endpoint returns them in full. */
  is_cut: z.boolean(),
  /** Null: the reader may not play it. */
  src: z.nullable(z.string()),
  embed_url: z.nullable(z.string()),
  content_type: z.nullable(z.string()),
  is_external: z.boolean(),
  /** Whether the link is gone. Playback of the series skips the video. */
  is_gone: z.boolean(),
  /** Null without a failure, or if the reader may not edit the video. */
  link_failure: z.nullable(LinkFailure),
  adult: z.boolean(),
  /** The part of the video that plays, in seconds. Null start: the start time in the link, else the beginning. Null end: the end. */
  start_at: z.nullable(z.int()),
  end_at: z.nullable(z.int()),
  /** Whether the video has `go_to` or additional information. */
  has_buttons: z.boolean(),
  go_to: z.nullable(z.string()),
  go_to_title: z.nullable(z.string()),
  more_title: z.nullable(z.string()),
  more_info_title: z.nullable(z.string()),
  more_description: z.nullable(z.string()),
  more_photo: Address,
  copied_video_id: z.nullable(Id),
  source: z.nullable(Source),
  /** Null if the video was not shared into this channel. */
  shared: z.nullable(ShareOrigin),
  views: z.int(),
  likes: z.int(),
  /** Whether the reader likes the video. */
  liked: z.boolean(),
  user_id: Id,
  pivot: VideoLocation,
  /** The source's own date, else the date when it was added. */
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
  /** Whether `description` is truncated; the series' own endpoint returns it in full. */
  is_cut: z.boolean(),
  /** `header`: the banner of its channel. A channel has at most one. */
  type: z.nullable(z.literal('header')),
  /** The series' position in the channel, from 0. */
  position: z.int(),
  /** The user or team that owns the series' channel. */
  owner: Id,
  source: z.nullable(Source),
  /** Null if the series was not shared into this channel. */
  shared: z.nullable(ShareOrigin),
})
export type SeriesDetails = z.output<typeof SeriesDetails>

export const Series = z.extend(SeriesDetails, { videos: z.array(Video) })
export type Series = z.output<typeof Series>

export const Playlist = z.extend(PlaylistTile, {
  series: z.array(Series),
  /** Number of changes to the channel's order, series and videos. */
  revision: z.int(),
  /** Videos visible to the reader, in all series together. */
  videos: z.int(),
  /** Whether at least one video of the channel has buttons. */
  has_buttons: z.boolean(),
  likes: z.int(),
  /** Whether the reader likes the channel. */
  liked: z.boolean(),
  /** Whether the reader has a package with the channel. */
  is_subscribed: z.boolean(),
  /** Related videos that editors of the channel chose and the reader may see, without duplicates. */
  related_videos: z.array(z.object({ id: Id })),
})
export type Playlist = z.output<typeof Playlist>

export const MovedVideo = z.extend(Video, moveResult)
export type MovedVideo = z.output<typeof MovedVideo>
/** A changed series. Contains the result of a move only if the series was moved. */
export const ChangedSeries = z.extend(Series, z.partial(MoveResult).shape)
export type ChangedSeries = z.output<typeof ChangedSeries>

/** The destination of moved videos, whether it was created for them, and how to undo the move. */
export const MovedSeries = z.extend(Series, { is_new: z.boolean(), undo: z.array(UndoVideoMove), ...moveResult })
export type MovedSeries = z.output<typeof MovedSeries>

/** Moved series, and how to undo the move. */
export const MovedSeriesList = z.object({ series: z.array(Series), undo: z.array(UndoSeriesMove), ...moveResult })
export type MovedSeriesList = z.output<typeof MovedSeriesList>

/** A video of a channel, with its related videos in order. They can be in any channel; those that the reader may not see are omitted. */
export const RelatedVideos = z.object({ video_id: Id, related: z.array(PlacedVideo) })
export type RelatedVideos = z.output<typeof RelatedVideos>

/** Channels at one position of the bar. Only visible to the owner. */
export const Group = z.object({
  id: Id,
  name: z.string(),
  icon: Address,
  status: Status,
  /** The status that dropped channels get, unless they are private. */
  status_id: z.int(),
  is_archived: z.boolean(),
  /** The group's position among the groups of the bar, or of the archive, from 0. */
  order: z.int(),
  playlists: z.array(PlaylistPreview),
})
export type Group = z.output<typeof Group>

const tiles = z.array(PlaylistPreview)
/** The content of the user's bar. `other` includes channels of the section `left`. */
export const MyPlaylists = z.object({
  archive: tiles,
  other: tiles,
  public: tiles,
  groups: z.array(Group),
  archivedGroups: z.array(Group),
  directPublish: PlaylistPreview,
  watchLater: PlaylistPreview,
  /** Ids of channels marked as finished. */
  finished: z.array(Id),
  unfinished: z.array(Id),
  /** The videos that the user liked last, at most 50: of public channels and of their own. */
  favorites: z.array(PlacedVideo),
  /** If a sort order was requested: ids of all channels in that order, including those in groups and in the archive. */
  sorted: z.optional(z.array(Id)),
})
export type MyPlaylists = z.output<typeof MyPlaylists>

const FirstSeries = z.object({ id: Id, name: z.string(), videos: z.array(VideoCard) })

/** A channel as guests see it: its first series with the first videos. */
export const DefaultPlaylist = z.extend(PlaylistTile, {
  series: z.array(FirstSeries),
})
export type DefaultPlaylist = z.output<typeof DefaultPlaylist>

// The web's cache holds each of these things once, and updates its fields from every response that contains it.
defineThing('playlist', [PlaylistTile, PlaylistPreview, Playlist, DefaultPlaylist], { perList: ['order'] })
defineThing('group', [Group], { perList: ['order'] })
defineThing('series', [SeriesDetails, Series, MovedSeries, ChangedSeries, FirstSeries], { perList: ['position'] })
defineThing('video', [VideoCard, Video, MovedVideo, PlacedVideo])
