// The calls of the web client, by name.
import { get, post } from './requests.ts'
import type { BenchRequest } from './load.ts'

/** Things on the site that viewers open. */
export interface World {
  /** Public channels, the most popular first. */
  channels: { id: string; videos: string[] }[]
  tvChannels: string[]
  programmes: string[]
  keywords: string[]
  /** Static files that the page loads, and pictures of its cards. */
  files: string[]
  pictures: string[]
  users: User[]
}
export interface User {
  token: string
  channel: string
  series: string
  videos: string[]
}

/** A viewer in the middle of a visit. */
export interface Visitor {
  /** Client address. Each visitor has a different one. */
  address: string
  user?: User | undefined
  isNewcomer: boolean
  channel: World['channels'][number]
  video: string
  tv: string
  keyword: string
  position: number
  viewActionId?: string | undefined
  viewProcessId?: string | undefined
}

/** The limit of response times applies to the kinds `page` and `read`. A `file` is a static file. */
export type FlowKind = 'page' | 'file' | 'read' | 'write'

export interface Flow {
  kind: FlowKind
  /** Requests that are made at the same time. Empty if the client makes none now. */
  requests: (visitor: Visitor, world: World) => readonly BenchRequest[]
  /** Stores a value of the response for later calls. */
  onAnswer?: (response: Record<string, string>, visitor: Visitor) => void
  /** Flows whose results this flow needs. */
  after?: readonly string[]
  /** True if only logged-in users make the requests. */
  isForUsers?: boolean
}

const hourMs = 3_600_000
/** The guide loads windows of four hours, aligned to 1970. */
const guideMs = 4 * hourMs
export const pickRandom = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
/** Picks an item by popularity: the nth item has a chance of about 1/n. */
export const pickPopular = <T>(list: readonly T[]): T => list[Math.floor(list.length ** Math.random()) - 1] ?? list[0]!

const createReadFlow = (path: string | ((visitor: Visitor) => string), isForUsers = false): Flow => ({
  kind: 'read',
  requests: (visitor) => [get(typeof path === 'string' ? path : path(visitor), visitor.user?.token)],
  isForUsers,
})
const createWriteFlow = (
  ask: (visitor: Visitor, world: World) => BenchRequest | undefined,
  options: Omit<Flow, 'kind' | 'requests'> = {},
): Flow => ({
  kind: 'write',
  requests: (visitor, world) => {
    const request = ask(visitor, world)
    return request ? [request] : []
  },
  ...options,
})
const storeActionId: Flow['onAnswer'] = ({ viewActionId }, visitor) => void (visitor.viewActionId = viewActionId)

const isoTime = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
const startOfDay = () => Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs
function guidePart() {
  const from = Math.floor(Date.now() / guideMs) * guideMs + Math.floor(Math.random() * 3) * guideMs
  return `/api/guide?from=${isoTime(from)}&to=${isoTime(from + guideMs)}&limit=40`
}
const searchOf =
  (letters: number) =>
  ({ keyword, user }: Visitor) =>
    `/api/search${user ? '/auth' : ''}?keyword=${encodeURIComponent(keyword.slice(0, letters))}`
const multipartBoundary = 'capacity'
const createLinks = (count: number) =>
  Array.from({ length: count }, () => `https://www.youtube.com/watch?v=${Math.random().toString(36).slice(2, 13).padEnd(11, '0')}`)

export const flows = {
  page: { kind: 'page', requests: () => [get('/en/playlists')] },
  files: { kind: 'file', requests: ({ isNewcomer }, { files }) => (isNewcomer ? files.map((path) => get(path)) : []) },
  pictures: {
    kind: 'file',
    // A newcomer loads all pictures. Others have about four fifths in the browser's cache.
    requests: ({ isNewcomer }, { pictures }) => pictures.filter(() => isNewcomer || Math.random() < 0.2).map((path) => get(path)),
  },
  health: { kind: 'read', requests: () => [get('/health')] },
  home: createReadFlow('/api/playlists/default-playlists?limit=12'),
  profile: createReadFlow('/api/user/profile', true),
  notifications: createReadFlow('/api/notifications?limit=20', true),
  following: createReadFlow('/api/user/following', true),
  subscriptions: createReadFlow('/api/user/subscriptions?limit=20', true),
  continue: createReadFlow('/api/user/continue?limit=30', true),
  continue_tv: createReadFlow('/api/user/continue/programmes', true),
  tonight: createReadFlow('/api/guide/tonight'),
  positions: createReadFlow('/api/user/positions', true),
  user_rest: {
    kind: 'read',
    requests: ({ user }) =>
      ['/api/promotions', '/api/pages/globe', '/api/shortcuts', '/api/user/removals'].map((path) => get(path, user?.token)),
    isForUsers: true,
  },
  channel: createReadFlow(({ channel }) => `/api/playlists/${channel.id}`),
  own_channel: createReadFlow(({ user }) => `/api/playlists/${user!.channel}`, true),
  related: createReadFlow(({ channel }) => `/api/related/${channel.id}`),
  resume: createReadFlow(({ video }) => `/api/user/positions?ids=${video}`, true),
  view: createWriteFlow(
    ({ user, video, channel }) =>
      post('/api/view', { viewable_type: 'video', viewable_id: video, playlist_id: channel.id, source: 'direct' }, user?.token),
    { onAnswer: storeActionId },
  ),
  view_start: createWriteFlow(
    ({ user, viewActionId }) => (viewActionId ? post('/api/view/start', { viewActionId }, user?.token) : undefined),
    {
      onAnswer: ({ viewProcessId }, visitor) => void (visitor.viewProcessId = viewProcessId),
      after: ['view'],
    },
  ),
  progress: createWriteFlow(
    ({ user, viewProcessId, position }) =>
      viewProcessId ? post('/api/view/progress', { viewProcessId, position, duration: 3600 }, user?.token) : undefined,
    { after: ['view', 'view_start'] },
  ),
  view_end: createWriteFlow(
    ({ user, viewProcessId, position }) =>
      viewProcessId ? post('/api/view/end', { viewProcessId, position, duration: 3600 }, user?.token) : undefined,
    { after: ['view', 'view_start'] },
  ),
  like: createWriteFlow(({ user, video }) => (user ? post('/api/like', { liked_type: 'video', liked_id: video }, user.token) : undefined), {
    isForUsers: true,
  }),
  promotions: createReadFlow('/api/promotions'),
  tv_groups: createReadFlow('/api/channel/groups'),
  tv_guide: { kind: 'read', requests: ({ user }) => [get(guidePart(), user?.token)] },
  tv_channel: createReadFlow(({ tv }) => `/api/channel/${tv}`),
  tv_neighbours: createReadFlow(({ tv }) => `/api/channel/${tv}/neighbours`),
  tv_day: createReadFlow(
    ({ tv }) => `/api/channel/${tv}/epg?from=${isoTime(startOfDay() - 7 * 24 * hourMs)}&to=${isoTime(startOfDay() + 8 * 24 * hourMs)}`,
  ),
  tv_view: createWriteFlow(
    ({ user, tv }) => post('/api/view', { viewable_type: 'channel', viewable_id: tv, source: 'direct' }, user?.token),
    {
      onAnswer: storeActionId,
    },
  ),
  programme: { kind: 'read', requests: ({ user }, { programmes }) => [get(`/api/epg/${pickRandom(programmes)}`, user?.token)] },
  search_begun: createReadFlow(searchOf(3)),
  search_more: createReadFlow(searchOf(7)),
  search: createReadFlow(searchOf(100)),
  move: createWriteFlow(
    ({ user }) =>
      user &&
      post(
        `/api/videos/${pickRandom(user.videos)}/series/${user.series}/${user.series}`,
        { index: Math.floor(Math.random() * 20) },
        user.token,
      ),
    { isForUsers: true },
  ),
  import: createWriteFlow(
    ({ user }) =>
      user && {
        ...post('/api/imports', {}, user.token),
        headers: { ...post('', {}, user.token).headers, 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
        body: `--${multipartBoundary}\r\nContent-Disposition: form-data; name="text"\r\n\r\n${createLinks(20).join('\n')}\r\n--${multipartBoundary}--\r\n`,
      },
    { isForUsers: true },
  ),
} satisfies Record<string, Flow>
export type FlowName = keyof typeof flows
export const flowOf = (name: FlowName): Flow => flows[name]
