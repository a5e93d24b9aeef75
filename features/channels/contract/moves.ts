/** Results of moves, and how to undo them. */
import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { sections } from '../rules.ts'

/** The new places of items in a channel, and the revision that they make. */
export const ChannelEffect = z.object({
  playlist_id: Id,
  /** Revision of the channel's content after the move. */
  revision: z.int(),
  type: z.enum(['video', 'serie']),
  /**
   * Moved items in their order: each now directly follows `after`, or first if null. `in`: the series of a video, the channel of a
   * series.
   */
  placed: z.array(z.object({ id: Id, in: Id, after: z.nullable(Id) })),
  /** Items that are now in another channel. */
  gone: z.array(Id),
  /** The openers of the series that videos left or joined. */
  homes: z.array(z.object({ in: Id, id: Id })),
  /** Whether the move also changed something that this effect doesn't contain: a banner, or a new series. Read the channel again. */
  is_partial: z.boolean(),
})
export type ChannelEffect = z.output<typeof ChannelEffect>

export const moveResult = {
  /** `near`: a neighbour named in the request no longer exists. */
  placed: z.enum(['exact', 'near']),
  /** Revision of the destination channel. */
  revision: z.int(),
  /** One effect for each channel whose order changed. */
  effects: z.array(ChannelEffect),
}
export const MoveResult = z.object(moveResult)
export type MoveResult = z.output<typeof MoveResult>

/** Request body that returns moved videos of a series to their old positions. */
export const UndoVideoMove = z.object({
  videos: z.array(Id),
  series_id: Id,
  indexes: z.array(z.int()),
  home_video_id: z.optional(Id),
})
export type UndoVideoMove = z.output<typeof UndoVideoMove>
/** Request body that returns moved series of a channel to their old positions. */
export const UndoSeriesMove = z.object({
  series: z.array(Id),
  playlist_id: Id,
  indexes: z.array(z.int()),
  header_id: z.optional(Id),
})
export type UndoSeriesMove = z.output<typeof UndoSeriesMove>
/** Request body that returns moved channels to their old places. */
export const UndoMove = z.object({
  /** Current ids of the moved channels. */
  playlists: z.array(Id),
  section: z.optional(z.enum(sections)),
  group_id: z.optional(Id),
  order: z.int(),
  status_id: z.optional(z.int()),
  is_left: z.optional(z.boolean()),
})
export type UndoMove = z.output<typeof UndoMove>
