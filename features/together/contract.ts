import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id } from '#kit/contract/fields.ts'
import { examples } from '#features/channels/contract/examples.ts'

/**
 * `seconds`: a member counts as present for this long after a call or pong. `everySeconds`: time between two calls. `checkSeconds`: time
 * between two checks of open sockets.
 */
export const presenceTimes = { seconds: 45, everySeconds: 20, checkSeconds: 10 } as const

/**
 * WebSocket that a page keeps open while it shows a channel. The path begins like that of the events, because the same cookie gives access.
 */
export const presencePath = '/api/events/presence'

const Member = z.object({
  user_id: Id,
  nickname: z.nullable(z.string()),
  /** The video or series that the member is dragging. */
  dragging: z.nullable(Id),
  /** Seconds until the member counts as absent. */
  seconds: z.int(),
})
export type PresentMember = z.output<typeof Member>
/** A member who arrived, or started or stopped dragging. */
export const PresenceEvent = z.extend(Member, { playlist_id: Id })
export type PresenceEvent = z.output<typeof PresenceEvent>

export const togetherContract = defineContract({
  notePresence: {
    method: 'POST',
    path: '/api/presence',
    access: 'user',
    actsFor: 'user',
    summary: 'Announce that you have a team’s channel open',
    description:
      'Returns the other members who have the channel open; empty for channels of users. Call this every 20 seconds while the channel is visible. Or call this once, then keep a WebSocket open at `/api/events/presence?playlist_id=…` and answer its pings; its messages have the same shape as this response.',
    target: ['playlist_id'],
    body: z.object({
      playlist_id: Id,
      /** The dragged video or series. Null: the drag has ended. Undefined: unchanged. */
      dragging: z.optional(z.nullable(Id)),
    }),
    example: { body: { playlist_id: examples.playlist } },
    output: z.object({ people: z.array(Member) }),
  },
})
