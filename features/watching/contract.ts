import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineThing } from '#kit/contract/things.ts'
import { byId, Empty, Flag, Id, page, paging, Time } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/curation/errors.ts'
import { examples } from '#features/curation/examples.ts'
import { PlaylistTile, VideoCard } from '#features/curation/shapes.ts'
import { watchingExamples as named } from './examples.ts'
import { maxPositions, maxSeconds, viewedTypes } from './rules.ts'

/** A point of a video, in seconds from its beginning. */
const Seconds = z.number().check(z.minimum(0), z.maximum(maxSeconds))
const Duration = z.number().check(z.positive(), z.maximum(maxSeconds))

const progressShape = {
  position: z.number(),
  /** Seconds; null when nobody knows. */
  duration: z.nullable(z.number()),
  /** Seen to its end, or marked so by hand. */
  watched: z.boolean(),
}
const Progress = z.object(progressShape)
/** Where the reader is in a video. */
export const Position = z.object({ id: Id, ...progressShape })
export type Position = z.output<typeof Position>

/** A video that was begun and not ended. */
const ContinueItem = z.extend(VideoCard, {
  series_id: Id,
  /** The channel that it is in. */
  playlist: PlaylistTile,
  position: z.number(),
  viewed_at: Time,
})
export type ContinueItem = z.output<typeof ContinueItem>
defineThing('video', [ContinueItem], { perList: ['position', 'viewed_at'] })

/** Something that was viewed, on the day of its latest view. */
const HistoryItem = z.object({
  viewable_type: z.enum(viewedTypes),
  viewable_id: Id,
  title: z.string(),
  image: z.nullable(z.string()),
  /** A path on this host. */
  url: z.string(),
  /** The channel that it is in, or that it is. */
  playlist_name: z.string(),
  position: z.nullable(z.number()),
  duration: z.nullable(z.number()),
  viewed_at: Time,
})
export type HistoryItem = z.output<typeof HistoryItem>
const HistoryDay = z.object({ date: z.iso.date(), items: z.array(HistoryItem) })
export type HistoryDay = z.output<typeof HistoryDay>

const HistoryChoice = z.object({ is_kept: z.boolean() })
const choicePath = '/api/view/history'

/** Ids with commas between, 100 at most. */
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
    summary: 'Count a view of a video or a channel; again within 30 minutes is the same view',
    access: 'anyone',
    target: ['viewable_type', 'viewable_id', 'playlist_id'],
    body: z.object({
      viewable_type: z.enum(viewedTypes),
      viewable_id: Id,
      /** The channel that a video is in: one behind a private link opens by its present id. */
      playlist_id: z.optional(Id),
    }),
    example: { body: { viewable_type: 'video', viewable_id: examples.video } },
    output: z.object({ viewActionId: Id }),
    refusals: restrictionErrors,
  },
  startView: {
    method: 'POST',
    path: '/api/view/start',
    summary: 'Begin a playback of what was viewed within the last day',
    access: 'anyone',
    target: ['viewActionId'],
    body: z.object({ viewActionId: Id }),
    example: { body: { viewActionId: named.viewAction } },
    output: z.object({ viewProcessId: Id }),
  },
  reportProgress: {
    method: 'POST',
    path: '/api/view/progress',
    summary: 'Say where a playback is, in seconds; of users the position is kept',
    access: 'anyone',
    target: ['viewProcessId'],
    body: z.object({ viewProcessId: Id, position: Seconds, duration: z.optional(Duration) }),
    example: { body: { viewProcessId: named.viewProcess, position: 754, duration: 2530 } },
    output: Progress,
  },
  endView: {
    method: 'POST',
    path: '/api/view/end',
    summary: 'End a playback; where it ended is kept as by progress',
    access: 'anyone',
    target: ['viewProcessId'],
    body: z.object({ viewProcessId: Id, position: z.optional(Seconds), duration: z.optional(Duration) }),
    example: { body: { viewProcessId: named.viewProcess } },
    output: Empty,
    changes: ['continue', 'positions'],
  },
  listContinue: {
    method: 'GET',
    path: '/api/user/continue',
    summary: 'Videos that were begun and not ended, the latest first',
    access: 'user',
    query: paging(50),
    output: page(ContinueItem),
    reads: ['continue', 'adult-content'],
  },
  listPositions: {
    method: 'GET',
    path: '/api/user/positions',
    summary: `Where one is in videos: in these, or in the ${maxPositions} that were watched last`,
    access: 'user',
    query: z.object({ ids: z.optional(IdList) }),
    output: z.object({ data: z.array(Position) }),
    reads: ['positions'],
  },
  setPosition: {
    method: 'PUT',
    path: '/api/user/positions/:id',
    summary: 'Mark a video as watched or not, or set where one is in it',
    access: 'user',
    params: byId,
    target: ['playlist_id'],
    body: z.object({
      watched: z.optional(Flag),
      position: z.optional(Seconds),
      duration: z.optional(Duration),
      playlist_id: z.optional(Id),
    }),
    example: { params: { id: examples.video }, body: { watched: true } },
    output: Position,
    refusals: restrictionErrors,
    changes: ['continue', 'positions'],
  },
  forgetPosition: {
    method: 'DELETE',
    path: '/api/user/positions/:id',
    summary: 'Forget where one was in a video: it is no longer among those to continue',
    access: 'user',
    params: byId,
    example: { params: { id: examples.video } },
    output: Empty,
    changes: ['continue', 'positions'],
  },
  listHistory: {
    method: 'GET',
    path: '/api/view/list',
    summary: 'What one has viewed, by day, the latest day first; each thing once a day',
    access: 'user',
    query: paging(100),
    output: page(HistoryDay),
    reads: ['history'],
  },
  forgetHistory: {
    method: 'DELETE',
    path: '/api/view/list',
    summary: 'Forget all that one has viewed, and where one was in it; the views stay counted',
    access: 'user',
    output: Empty,
    changes: ['history', 'continue', 'positions'],
  },
  forgetViewed: {
    method: 'DELETE',
    path: '/api/view/list/:viewable_type/:viewable_id',
    summary: 'Forget that one has viewed something, and where one was in it; twice is once',
    access: 'user',
    params: z.object({ viewable_type: z.enum(viewedTypes), viewable_id: Id }),
    example: { params: { viewable_type: 'video', viewable_id: examples.video } },
    output: Empty,
    changes: ['history', 'continue', 'positions'],
  },
  getHistoryChoice: {
    method: 'GET',
    path: choicePath,
    summary: 'Whether it is kept what one views',
    access: 'user',
    output: HistoryChoice,
    reads: ['history-choice'],
  },
  setHistoryChoice: {
    method: 'PUT',
    path: choicePath,
    summary: 'Have it kept what one views, or not: then nothing names one from now on, and views count as those of guests',
    access: 'user',
    body: z.object({ is_kept: Flag }),
    example: { body: { is_kept: true } },
    output: HistoryChoice,
    changes: ['history-choice'],
  },
})
