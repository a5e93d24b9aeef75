// A realistic mixture as data: what viewers do, how long they stay, and which calls the web client makes then. Calls
// and intervals come from the client, recorded in a browser; shares and durations are assumptions, stated in
// docs/decisions/capacity.md.
import type { FlowName } from './capacity-flows.ts'

/** Share of viewers who are not logged in. */
export const guestShare = 0.8
/** Share of guests whose browser has no files of the site yet. Logged-in users have visited before. */
export const newcomerShare = 0.3

export interface ActivityState {
  /** Calls when the state begins. The inner lists run one after the other, the calls of an inner list at the same time. */
  enter: readonly (readonly FlowName[])[]
  /** More calls when the state begins, only by logged-in users. */
  users?: readonly FlowName[]
  /** A call that repeats while the viewer stays. */
  every?: { flow: FlowName; seconds: number }
  /** Calls when the state ends. */
  exit?: readonly FlowName[]
  /** Mean duration of the state. Durations are exponentially distributed. */
  staySeconds: number
  /** Weights of the next states. `leave` ends the visit, and another viewer begins one. */
  next: Readonly<Record<string, number>>
  /** Like `next`, for logged-in users. */
  nextOfUsers?: Readonly<Record<string, number>>
}

const browse = { channel: 50, guide: 12, zap: 18, search: 15, leave: 5 }

export const states = {
  arrive: {
    enter: [['page', 'files', 'pictures'], ['health']],
    users: [
      'home',
      'profile',
      'notifications',
      'following',
      'subscriptions',
      'continue',
      'continue_tv',
      'tonight',
      'positions',
      'user_rest',
    ],
    staySeconds: 10,
    next: browse,
    nextOfUsers: { ...browse, arrange: 10, import: 1 },
  },
  home: { enter: [['home']], staySeconds: 10, next: browse, nextOfUsers: { ...browse, arrange: 10, import: 1 } },
  channel: { enter: [['channel', 'pictures']], staySeconds: 20, next: { video: 65, home: 15, channel: 10, search: 5, leave: 5 } },
  video: {
    // The client reports a view when playback begins, then its progress every 15 s (`reportMs` of the player).
    enter: [['related'], ['view'], ['view_start']],
    users: ['resume'],
    every: { flow: 'progress', seconds: 15 },
    exit: ['view_end'],
    staySeconds: 300,
    next: { video: 55, channel: 15, home: 15, leave: 15 },
    nextOfUsers: { video: 48, like: 7, channel: 15, home: 15, leave: 15 },
  },
  like: { enter: [['like']], staySeconds: 5, next: { video: 60, home: 25, leave: 15 } },
  guide: {
    // Scrolling loads the next rows or hours.
    enter: [['promotions', 'tv_groups', 'tv_guide']],
    every: { flow: 'tv_guide', seconds: 4 },
    staySeconds: 30,
    next: { programme: 30, zap: 50, home: 15, leave: 5 },
  },
  programme: { enter: [['programme']], staySeconds: 10, next: { guide: 40, zap: 50, leave: 10 } },
  zap: {
    // Switching channels loads the playing channel and its neighbours.
    enter: [['tv_channel', 'tv_neighbours'], ['tv_view'], ['view_start']],
    exit: ['view_end'],
    staySeconds: 6,
    next: { zap: 70, television: 25, guide: 5 },
  },
  television: {
    enter: [['tv_day', 'tv_channel', 'tv_neighbours'], ['tv_view'], ['view_start']],
    exit: ['view_end'],
    staySeconds: 600,
    next: { zap: 60, guide: 15, leave: 25 },
  },
  search: {
    // Typing pauses twice for 300 ms before the words are complete.
    enter: [['search_begun'], ['search_more'], ['search']],
    staySeconds: 12,
    next: { channel: 40, video: 30, search: 20, home: 5, leave: 5 },
  },
  arrange: { enter: [['own_channel']], every: { flow: 'move', seconds: 6 }, staySeconds: 40, next: { home: 60, channel: 35, leave: 5 } },
  import: { enter: [['import']], staySeconds: 20, next: { arrange: 50, home: 50 } },
} as const satisfies Record<string, ActivityState>
export type StateName = keyof typeof states

/** Returns the next states and their weights, for guests or users. */
export const nextOf = (state: ActivityState, isUser: boolean): Readonly<Record<string, number>> =>
  (isUser && state.nextOfUsers) || state.next

/** Picks a name by weight. @param chance from 0 to 1 */
export function pickWeighted(weights: Readonly<Record<string, number>>, chance: number): string {
  let remaining = chance * Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  for (const [name, weight] of Object.entries(weights)) if ((remaining -= weight) < 0) return name
  return Object.keys(weights)[0]!
}

/** Returns the share of time that viewers spend in each state. Simulated viewers start in these states, as if in the middle of a visit. */
export function shareOfTime(isUser: boolean): Record<string, number> {
  const names = Object.keys(states)
  let shares = Object.fromEntries(names.map((name) => [name, 1 / names.length]))
  for (let turn = 0; turn < 200; turn++) {
    const after: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
    for (const name of names) {
      const next = nextOf(states[name as StateName], isUser)
      const sum = Object.values(next).reduce((sum, weight) => sum + weight, 0)
      for (const [to, weight] of Object.entries(next)) after[to === 'leave' ? 'arrive' : to]! += (shares[name]! * weight) / sum
    }
    shares = after
  }
  return Object.fromEntries(names.map((name) => [name, shares[name]! * states[name as StateName].staySeconds]))
}
