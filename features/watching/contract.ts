import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineThing } from '#kit/contract/things.ts'
import { byId, Empty, Flag, Id, page, paging, Time, integer } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { VideoCard } from '#features/channels/contract/shapes.ts'
import { PlaylistTile } from '#features/channels/contract/tiles.ts'
import { maxPositions, maxSeconds, positionedTypes, viewedTypes, viewSourcePattern } from './rules.ts'

/** Ids used in example calls, in addition to those of channels. */
export const watchingExamples = {
  viewAction: 'Hn7Xc3LwQ9s',
  viewProcess: 'Wp4Rk8ZsT2e',
} as const

/** A position in a video or programme, in seconds. */
const Seconds = z.number().check(z.minimum(0), z.maximum(maxSeconds))
const Duration = z.number().check(z.positive(), z.maximum(maxSeconds))

const progressShape = {
  position: z.number(),
  /** Duration in seconds; null if unknown. */
  duration: z.nullable(z.number()),
  /** True if the video was watched to the end, or marked as watched. */
  watched: z.boolean(),
}
const Progress = z.object(progressShape)
/** The reader's position in a video or a catch-up programme. */
export const Position = z.object({ viewable_type: z.enum(positionedTypes), id: Id, ...progressShape })
export type Position = z.output<typeof Position>

/** A video that the reader has begun to watch. */
const ContinueItem = z.extend(VideoCard, {
  series_id: Id,
  /** The video's channel. */
  playlist: PlaylistTile,
  position: z.number(),
  viewed_at: Time,
})
export type ContinueItem = z.output<typeof ContinueItem>
defineThing('video', [ContinueItem], { perList: ['position', 'viewed_at'] })

/** A programme that the reader has begun to watch, and that can still be watched. */
const ContinueProgramme = z.object({
  epg_id: Id,
  title: z.string(),
  image: z.nullable(z.string()),
  channel_id: Id,
  channel_name: z.string(),
  /** True if the channel requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  /** Path of the logo on this host. */
  logoId: z.nullable(z.string()),
  startTime: Time,
  stopTime: Time,
  position: z.number(),
  duration: z.nullable(z.number()),
  /** Path of the programme's page on this host. */
  epg_url: z.string(),
  viewed_at: Time,
})
export type ContinueProgramme = z.output<typeof ContinueProgramme>

/** A viewed thing, on the day of its latest view. */
const HistoryItem = z.object({
  viewable_type: z.enum(viewedTypes),
  viewable_id: Id,
  title: z.string(),
  image: z.nullable(z.string()),
  /** Path of the viewed thing's page on this host. */
  url: z.string(),
  /** Name of the channel or TV channel of the viewed thing, or of the viewed channel itself. */
  playlist_name: z.string(),
  /** True if the viewed thing requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  position: z.nullable(z.number()),
  duration: z.nullable(z.number()),
  viewed_at: Time,
})
export type HistoryItem = z.output<typeof HistoryItem>
const HistoryDay = z.object({ date: z.iso.date(), items: z.array(HistoryItem) })
export type HistoryDay = z.output<typeof HistoryDay>

const HistoryChoice = z.object({ is_kept: z.boolean() })
const choicePath = '/api/view/history'

/** Ids separated by commas, at most 100. */
const IdList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(1200)),
    z.transform((list: string) => list.split(',')),
  ),
  z.array(Id).check(z.maxLength(100)),
)

export const watchingContract = defineContract({
  createView: {
    method: 'POST',
    path: '/api/view',
    summary: 'Count a view',
    description:
      'Counts a view of a video, channel, live TV channel or programme from its start. Repeated views within 30 minutes count once.',
    access: 'anyone',
    actsFor: 'user',
    target: ['viewable_type', 'viewable_id', 'playlist_id', 'channel_id'],
    body: z.object({
      viewable_type: z.enum(viewedTypes),
      viewable_id: Id,
      /** Id of the video's channel. For a private link, the channel's current id. */
      playlist_id: z.optional(Id),
      /** Id of the programme's TV channel, because several TV channels may have the same guide. */
      channel_id: z.optional(Id),
      /** How the viewer came to the thing: `direct` (default), `feed`, `share:{network}` or `embed:{host}`. */
      source: z.optional(z.string().check(z.maxLength(120), z.regex(viewSourcePattern))),
    }),
    example: { body: { viewable_type: 'video', viewable_id: examples.video } },
    output: z.object({ viewActionId: Id }),
    refusals: restrictionErrors,
  },
  startView: {
    method: 'POST',
    path: '/api/view/start',
    summary: 'Start a playback',
    description: 'Takes the id of a view that was counted within the last day.',
    access: 'anyone',
    actsFor: 'user',
    target: ['viewActionId'],
    body: z.object({ viewActionId: Id }),
    example: { body: { viewActionId: watchingExamples.viewAction } },
    output: z.object({ viewProcessId: Id }),
  },
  reportProgress: {
    method: 'POST',
    path: '/api/view/progress',
    summary: 'Report the playback position',
    description: 'The position is in seconds. Stores it for users, except in live streams.',
    access: 'anyone',
    actsFor: 'user',
    target: ['viewProcessId'],
    body: z.object({ viewProcessId: Id, position: Seconds, duration: z.optional(Duration) }),
    example: { body: { viewProcessId: watchingExamples.viewProcess, position: 754, duration: 2530 } },
    output: Progress,
  },
  endView: {
    method: 'POST',
    path: '/api/view/end',
    summary: 'End a playback',
    description: 'Also stores the given position, like a progress report.',
    access: 'anyone',
    actsFor: 'user',
    target: ['viewProcessId'],
    body: z.object({ viewProcessId: Id, position: z.optional(Seconds), duration: z.optional(Duration) }),
    example: { body: { viewProcessId: watchingExamples.viewProcess } },
    output: Empty,
    changes: ['continue', 'positions'],
  },
  listVideosToContinue: {
    method: 'GET',
    path: '/api/user/continue',
    summary: 'List videos to continue, latest first',
    access: 'user',
    actsFor: 'user',
    query: paging(50),
    output: page(ContinueItem),
    reads: ['continue', 'adult-content'],
  },
  listProgrammesToContinue: {
    method: 'GET',
    path: '/api/user/continue/programmes',
    summary: 'List programmes to continue, latest first',
    description: 'Lists only programmes that can still be watched.',
    access: 'user',
    actsFor: 'user',
    query: z.object({ limit: z.optional(integer(1, 50)) }),
    output: z.object({ data: z.array(ContinueProgramme) }),
    reads: ['continue', 'adult-content'],
  },
  listPositions: {
    method: 'GET',
    path: '/api/user/positions',
    summary: 'List positions in videos and programmes',
    description: `Returns the positions in the given items, or the ${maxPositions} latest.`,
    access: 'user',
    actsFor: 'user',
    query: z.object({ ids: z.optional(IdList) }),
    output: z.object({ data: z.array(Position) }),
    reads: ['positions'],
  },
  setPosition: {
    method: 'PUT',
    path: '/api/user/positions/:id',
    summary: 'Set the watch position in an item',
    description: 'Can also mark the video or programme as watched or unwatched.',
    access: 'user',
    actsFor: 'user',
    params: byId,
    target: ['viewable_type', 'playlist_id', 'channel_id'],
    body: z.object({
      /**
       * True if a player sets the position, false if the user does. A player's position isn't stored if the user has turned history off.
       */
      played: z.optional(Flag),
      watched: z.optional(Flag),
      position: z.optional(Seconds),
      duration: z.optional(Duration),
      /** Default: `video`. */
      viewable_type: z.optional(z.enum(positionedTypes)),
      playlist_id: z.optional(Id),
      channel_id: z.optional(Id),
    }),
    example: { params: { id: examples.video }, body: { watched: true } },
    output: Position,
    refusals: restrictionErrors,
    changes: ['continue', 'positions'],
  },
  forgetPosition: {
    method: 'DELETE',
    path: '/api/user/positions/:id',
    summary: 'Delete a watch position',
    description: 'Also removes the item from the list of items to continue.',
    access: 'user',
    actsFor: 'user',
    params: byId,
    example: { params: { id: examples.video } },
    output: Empty,
    changes: ['continue', 'positions'],
  },
  listHistory: {
    method: 'GET',
    path: '/api/view/list',
    summary: 'List watch history by day',
    description: 'The latest day comes first. Each item appears at most once a day.',
    access: 'user',
    actsFor: 'user',
    query: paging(100),
    output: page(HistoryDay),
    reads: ['history'],
  },
  forgetHistory: {
    method: 'DELETE',
    path: '/api/view/list',
    summary: 'Delete the watch history',
    description: 'Also deletes all watch positions. Counted views stay counted.',
    access: 'user',
    actsFor: 'user',
    output: Empty,
    changes: ['history', 'continue', 'positions'],
  },
  forgetViewed: {
    method: 'DELETE',
    path: '/api/view/list/:viewable_type/:viewable_id',
    summary: 'Delete an item from the history',
    description: 'Also deletes the item’s watch position. Idempotent.',
    access: 'user',
    actsFor: 'user',
    params: z.object({ viewable_type: z.enum(viewedTypes), viewable_id: Id }),
    example: { params: { viewable_type: 'video', viewable_id: examples.video } },
    output: Empty,
    changes: ['history', 'continue', 'positions'],
  },
  getHistoryChoice: {
    method: 'GET',
    path: choicePath,
    summary: 'Get the watch-history setting',
    access: 'user',
    actsFor: 'user',
    output: HistoryChoice,
    reads: ['history-choice'],
  },
  setHistoryChoice: {
    method: 'PUT',
    path: choicePath,
    summary: 'Update the watch-history setting',
    description: 'When history is off, views count anonymously, like views of guests.',
    access: 'user',
    actsFor: 'user',
    body: z.object({ is_kept: Flag }),
    example: { body: { is_kept: true } },
    output: HistoryChoice,
    changes: ['history-choice'],
  },
})
