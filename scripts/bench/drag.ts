// A drag of three seconds over a channel of 1,000 videos, and one over a bar of 300 channels: what the page's main thread works in a frame.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Browser, Locator, Page } from 'playwright'
import { round } from './turns.ts'

const rows = 10
const videosInRow = 100
const channelsInBar = 300
const groupsInBar = 30
const moves = 180
const frameMs = 1000 / 60

/** Main-thread work in ms: of a frame, of the longest task; and how many tasks are longer than 50 ms. */
export interface DragFigures {
  frame_p95_ms: number
  longest_task_ms: number
  long_tasks: number
}
/** At most, as the processor is and at a quarter of its speed. */
export const dragGoals = { 1: { frame_p95_ms: 4, long_tasks: 0 }, 4: { frame_p95_ms: 12, long_tasks: 0 } } as const

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

const callsTo =
  (url: string, token?: string): Call =>
  async (method, path, body) => {
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as never
  }

interface Tokens {
  access_token: string
  refresh_token: string
}

async function logIn(url: string, dataDir: string): Promise<Tokens> {
  const user = 'demo.noor'
  const password = new RegExp(`${user}\\s+(\\S+)`).exec(readFileSync(join(dataDir, 'demo-logins.txt'), 'utf8'))?.[1]
  const call = callsTo(url)
  const challenge = await call<Parameters<typeof solveChallenge>[0]['challenge']>('GET', '/api/captcha')
  const solution = await solveChallenge({ challenge, deriveKey })
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return call('POST', '/api/user/token', { grant_type: 'password', user, password, captcha })
}

async function makeChannel(call: Call): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/api/playlists', { name: 'A thousand', status_id: 1 })
  for (let row = 1; row <= rows; row++) {
    const videos = Array.from({ length: videosInRow }, (_, at) => ({
      src: `https://videos.example/${row}/${at}.mp4`,
      title: `Row ${row}, number ${at + 1}`,
      description: 'Made for the benchmark',
      image: '',
    }))
    const half = videosInRow / 2
    const series = await call<{ id: string }>('POST', '/api/series', { playlist_id: id, name: `Row ${row}`, videos: videos.slice(0, half) })
    await call('POST', `/api/series/${series.id}/videos`, { videos: videos.slice(half) })
  }
  return id
}

/** As many channels and groups as somebody may come to have. */
async function fillBar(call: Call): Promise<void> {
  const ids: string[] = []
  for (let at = 1; at <= channelsInBar; at++)
    ids.push((await call<{ id: string }>('POST', '/api/playlists', { name: `Number ${at}`, status_id: 1 })).id)
  for (let at = 0; at < groupsInBar; at++)
    await call('POST', '/api/groups', { name: `Group ${at + 1}`, playlists: [ids[at]], status_id: 1 })
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** µs of the clock, and of the processor. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Sums the tasks of the page's main thread in frames of 1/60 s. Processor time counts: what else the machine does is not ours. */
function figuresOf(events: readonly TraceEvent[]): DragFigures {
  // The category of the timeline names each task once more, within the first: counted too, all would be twice as long.
  const tasks = events.filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask')
  const workOf = (list: readonly TraceEvent[]) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0)
  // Of several renderers the busiest one has the page.
  const [main = []] = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((thread) => tasks.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid))
    .sort((a, b) => workOf(b) - workOf(a))
  const frames = new Map<number, number>()
  const start = Math.min(...main.map(({ ts }) => ts))
  const end = Math.max(...main.map(({ ts }) => ts))
  const count = Math.ceil((end - start) / 1000 / frameMs)
  for (const { ts, tdur, dur } of main) {
    const frame = Math.floor((ts - start) / 1000 / frameMs)
    frames.set(frame, (frames.get(frame) ?? 0) + (tdur ?? dur ?? 0) / 1000)
  }
  const work = Array.from({ length: count }, (_, frame) => frames.get(frame) ?? 0).sort((a, b) => a - b)
  const lengths = main.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000)
  return {
    frame_p95_ms: round(work[Math.floor(work.length * 0.95)] ?? Number.NaN, 2),
    longest_task_ms: round(Math.max(0, ...lengths), 1),
    long_tasks: lengths.filter((ms) => ms > 50).length,
  }
}

/** What is lifted, and the curve it is carried on: px from where it was lifted, by the share of the drag that is done, in turns. */
interface Course {
  thing: (page: Page) => Locator
  prepare: (page: Page) => Promise<unknown>
  at: (turn: number) => { x: number; y: number }
}

const courses = {
  /** The first video, up and down over the rows in sight. */
  channel: {
    thing: (page) => page.locator('[data-card]').first(),
    prepare: (page) => page.locator('main').evaluate((main) => main.parentElement?.scrollTo(0, 160)),
    at: (turn) => ({ x: 300 * Math.sin(turn * 2), y: 130 * (1 - Math.cos(turn)) }),
  },
  /** A channel in the middle of what is in sight of the bar, to and fro over its neighbours. */
  bar: {
    thing: (page) => page.locator('[data-own-bar] [data-item]').nth(8).locator('[data-stop]'),
    prepare: (page) => page.locator('main').evaluate((main) => main.parentElement?.scrollTo(0, 0)),
    at: (turn) => ({ x: 400 * Math.sin(turn * 2), y: 6 * (1 - Math.cos(turn)) }),
  },
} as const satisfies Record<string, Course>
export type CourseName = keyof typeof courses

async function drag(page: Page, { thing, prepare, at }: Course, slowdown: number, browser: Browser): Promise<DragFigures> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 })
  await prepare(page)
  const box = (await thing(page).boundingBox())!
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 3 }
  await page.mouse.move(from.x, from.y)
  await mouse('mousePressed', from.x, from.y)
  await mouse('mouseMoved', from.x + 20, from.y)
  await page.locator('html[data-dragging]').waitFor({ state: 'attached' })
  await sleep(600)
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  const sent: Promise<unknown>[] = []
  const begun = performance.now()
  for (let move = 0; move < moves; move++) {
    const turn = (move / moves) * 2 * Math.PI
    const { x, y } = at(turn)
    sent.push(mouse('mouseMoved', from.x + x, from.y + y))
    await sleep(Math.max(0, begun + (move + 1) * frameMs - performance.now()))
  }
  await Promise.all(sent)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await page.keyboard.press('Escape')
  await mouse('mouseReleased', from.x, from.y)
  await sleep(600)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return figuresOf(trace.traceEvents)
}

type FiguresBySlowdown = Record<keyof typeof dragGoals, DragFigures>

/** @returns figures by what is dragged, and by how much slower the processor is made */
export async function measureDrags(url: string, dataDir: string, browser: Browser): Promise<Record<CourseName, FiguresBySlowdown>> {
  const tokens = await logIn(url, dataDir)
  const call = callsTo(url, tokens.access_token)
  const id = await makeChannel(call)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { ...tokens, cookies: 'true', canceled_enter_fields_modal: 'true', fill_window: 'true' },
  )
  const page = await context.newPage()
  const measure = async (path: string, course: Course): Promise<FiguresBySlowdown> => {
    await page.goto(`${url}/en/my-playlists${path}`)
    await course.thing(page).waitFor()
    await page.waitForLoadState('networkidle')
    // The first one fetches the code and warms it up.
    await drag(page, course, 1, browser)
    return { 1: await drag(page, course, 1, browser), 4: await drag(page, course, 4, browser) }
  }
  const channel = await measure(`?playlist=${id}`, courses.channel)
  await fillBar(call)
  const bar = await measure('', courses.bar)
  await context.close()
  return { channel, bar }
}
