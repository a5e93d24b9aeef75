// Drags for three seconds over a channel of 1,000 videos, a board of 60 channels and a bar of 300 channels. Measures main-thread work per
// frame.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import { type Call, callAs, logIn } from './demo-users.ts'
import { openVisitorContext } from '../../test/e2e/browser.ts'
import { measureMoves } from './drag-frames.ts'
import type { FrameFigures } from './main-thread.ts'

const rows = 10
const videosInRow = 100
const channelsInBar = 300
const groupsInBar = 30
/** Maximum figures, at the processor's full speed (1) and at a quarter of it (4). */
export const dragGoals = { 1: { frame_p95_ms: 4, long_tasks: 0 }, 4: { frame_p95_ms: 12, long_tasks: 0 } } as const

async function makeChannel(call: Call): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/api/playlists', { name: 'A thousand', status_id: 1 })
  for (let row = 1; row <= rows; row++) {
    const videos = Array.from({ length: videosInRow }, (_, index) => ({
      src: `https://videos.example/${row}/${index}.mp4`,
      title: `Row ${row}, number ${index + 1}`,
      description: 'Made for the benchmark',
      image: '',
    }))
    const half = videosInRow / 2
    const series = await call<{ id: string }>('POST', '/api/series', { playlist_id: id, name: `Row ${row}`, videos: videos.slice(0, half) })
    await call('POST', `/api/series/${series.id}/videos`, { videos: videos.slice(half) })
  }
  return id
}

/** Adds as many channels and groups as a heavy user may have. */
async function fillBar(call: Call): Promise<void> {
  const ids: string[] = []
  for (let index = 1; index <= channelsInBar; index++)
    ids.push((await call<{ id: string }>('POST', '/api/playlists', { name: `Number ${index}`, status_id: 1 })).id)
  for (let index = 0; index < groupsInBar; index++)
    await call('POST', '/api/groups', { name: `Group ${index + 1}`, playlists: [ids[index]], status_id: 1 })
}

const boardChannels = 60
const boardVideos = 20

/** Adds the channels of the board, each with a row of videos. */
async function fillBoard(call: Call): Promise<void> {
  for (let index = 1; index <= boardChannels; index++) {
    const { id } = await call<{ id: string }>('POST', '/api/playlists', { name: `Board ${index}`, status_id: 1 })
    const videos = Array.from({ length: boardVideos }, (_, video) => ({
      src: `https://videos.example/board/${index}/${video}.mp4`,
      title: `Board ${index}, number ${video + 1}`,
      description: '',
      image: '',
    }))
    await call('POST', '/api/series', { playlist_id: id, name: 'Row', videos })
  }
}

/** An item to drag, and its path. `at` returns the offset in px for an angle from 0 to 2π. */
interface Course {
  thing: (page: Page) => Locator
  prepare: (page: Page) => Promise<unknown>
  at: (turn: number) => { x: number; y: number }
}

const courses = {
  /** Drags the first video up and down over the visible rows. */
  channel: {
    thing: (page) => page.locator('[data-card]').first(),
    prepare: (page) => page.locator('main').evaluate((main) => main.parentElement?.scrollTo(0, 160)),
    at: (turn) => ({ x: 300 * Math.sin(turn * 2), y: 130 * (1 - Math.cos(turn)) }),
  },
  /** Drags a card of the board over the channels around it. */
  board: {
    thing: (page) => page.locator('[data-board-channel] [data-card]').nth(2),
    prepare: (page) => page.locator('main').evaluate((main) => main.parentElement?.scrollTo(0, 0)),
    at: (turn) => ({ x: 400 * Math.sin(turn * 2), y: 130 * (1 - Math.cos(turn)) }),
  },
  /** Drags a channel in the middle of the visible bar back and forth over its neighbours. */
  bar: {
    thing: (page) => page.locator('[data-own-bar] [data-item]').nth(8).locator('[data-stop]'),
    prepare: (page) => page.locator('main').evaluate((main) => main.parentElement?.scrollTo(0, 0)),
    at: (turn) => ({ x: 400 * Math.sin(turn * 2), y: 6 * (1 - Math.cos(turn)) }),
  },
} as const satisfies Record<string, Course>
export type CourseName = keyof typeof courses

/** Returns the position of an item when it no longer moves: rows above it load late. */
async function waitForSettledBox(locator: Locator) {
  let box = (await locator.boundingBox())!
  for (let isResting = false; !isResting;) {
    await sleep(500)
    const now = (await locator.boundingBox())!
    isResting = now.x === box.x && now.y === box.y
    box = now
  }
  return box
}

async function measureDrag(page: Page, { thing, prepare, at }: Course, slowdown: number, browser: Browser): Promise<FrameFigures> {
  // Waits, because drag handlers are attached when the page is idle.
  await page.waitForFunction((element) => element?.closest('[data-movable]'), await thing(page).elementHandle())
  await prepare(page)
  const box = await waitForSettledBox(thing(page))
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 3 }
  return measureMoves(page, browser, {
    from,
    at,
    slowdown,
    isLifted: () => page.locator('html[data-dragging]').waitFor({ state: 'attached' }),
  })
}

type FiguresBySlowdown = Record<keyof typeof dragGoals, FrameFigures>

/** @returns figures by kind of drag and by slowdown */
export async function measureDrags(url: string, dataDir: string, browser: Browser): Promise<Record<CourseName, FiguresBySlowdown>> {
  const tokens = await logIn(url, dataDir, 'noor')
  const call = callAs(url, tokens)
  const id = await makeChannel(call)
  const context = await openVisitorContext(browser, {
    url,
    size: 'desktop',
    moves: true,
    serviceWorker: true,
    browserStorage: { ...tokens, canceled_enter_fields_modal: 'true', fill_window: 'true' },
  })
  const page = await context.newPage()
  const measure = async (path: string, course: Course): Promise<FiguresBySlowdown> => {
    await page.goto(`${url}/en/my-playlists${path}`)
    await course.thing(page).waitFor()
    await page.waitForLoadState('networkidle')
    // The first drag isn't measured, because it loads and warms up the code.
    await measureDrag(page, course, 1, browser)
    return { 1: await measureDrag(page, course, 1, browser), 4: await measureDrag(page, course, 4, browser) }
  }
  const channel = await measure(`?playlist=${id}`, courses.channel)
  await fillBoard(call)
  const board = await measure('?view=board', courses.board)
  await fillBar(call)
  const bar = await measure('', courses.bar)
  await context.close()
  return { channel, board, bar }
}
