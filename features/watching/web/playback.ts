import { ApiError, call } from '#kit/contract/client.ts'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { type Position, watchingContract } from '../contract.ts'
import { positionedTypes, type PlaybackProgress, viewSource } from '../rules.ts'

/** The address by which the browser opened this page. */
const openedBy = () => performance.getEntriesByType('navigation')[0]?.name || location.href

/** How the viewer came to this page: by the `via` of shared links and feeds, which is no longer in the address bar. */
export function currentSource(address = openedBy()): string {
  const via = new URL(address, location.origin).searchParams.get('via')
  const source = via === 'feed' ? via : `share:${via}`
  return via !== null && viewSource.test(source) ? source : 'direct'
}

/** Reports one playback to the server. Never awaited; failures are covered by the next report. */
export interface Playback {
  /** Playback has started: a view, and a playback. */
  begin: () => Promise<void>
  /** Reports the position. @returns the stored position; undefined: nothing was sent */
  report: (progress: PlaybackProgress) => Promise<Omit<Position, 'id' | 'viewable_type'> | undefined>
  /** Sends the position without waiting for an earlier answer, because the page may be closed at any moment. */
  leave: (progress: PlaybackProgress) => Promise<void>
  /** Ends playback here. */
  end: (progress: PlaybackProgress | undefined) => Promise<void>
}

const bodyOf = ({ position, duration }: PlaybackProgress) => ({ position, ...(duration !== null && { duration }) })

/** Whether the call may succeed later; otherwise the thing is gone. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** The playing thing and its container. */
export type ViewInput = InputOf<typeof watchingContract.createView>['body']

/** @param isLoggedIn whether the viewer is logged in */
export function createPlayback(viewed: ViewInput, isLoggedIn: boolean): Playback {
  let process: Promise<string | undefined> | undefined
  /** The id of the playback, once the server has answered. */
  let processId: string | undefined
  let latest: PlaybackProgress | undefined
  let isRefusedForGood = false
  let isReporting = false
  let isOver = false

  async function start(): Promise<string | undefined> {
    try {
      const { viewActionId } = await call(watchingContract.createView, { body: { ...viewed, source: currentSource() } }, sendInBackground)
      return (processId = (await call(watchingContract.startView, { body: { viewActionId } }, sendInBackground)).viewProcessId)
    } catch (error) {
      isRefusedForGood = isRefused(error)
      process = undefined
      return undefined
    }
  }
  const ensureStarted = () => (isRefusedForGood ? Promise.resolve(undefined) : (process ??= start()))

  function report(viewProcessId: string, progress: PlaybackProgress) {
    return call(watchingContract.reportProgress, { body: { viewProcessId, ...bodyOf(progress) } }, sendInBackground)
  }

  /** Stores the position before the server knows a playback. @returns false if it is not stored */
  async function storeProgress(progress: PlaybackProgress): Promise<boolean> {
    const { viewable_type, viewable_id: id, ...place } = viewed
    const type = positionedTypes.find((positionedKind) => positionedKind === viewable_type)
    if (!isLoggedIn || isRefusedForGood || !type) return false
    const body = { viewable_type: type, ...place, ...bodyOf(progress), played: true }
    return call(watchingContract.setPosition, { params: { id }, body }, sendInBackground).then(
      () => true,
      () => false,
    )
  }

  async function endProcess(body: Partial<ReturnType<typeof bodyOf>>) {
    const viewProcessId = await process
    if (viewProcessId === undefined) return
    await call(watchingContract.endView, { body: { viewProcessId, ...body } }, sendInBackground).catch(() => {})
  }

  return {
    begin: async () => void (await ensureStarted()),
    async report(progress) {
      if (isOver) return undefined
      latest = progress
      if (isReporting) return undefined
      isReporting = true
      try {
        const viewProcessId = await ensureStarted()
        // During the wait for the start, the player continued or ended.
        if (viewProcessId === undefined || isOver) return undefined
        return await report(viewProcessId, latest)
      } catch (error) {
        // The server no longer knows the playback: the next report starts another.
        if (error instanceof ApiError && error.status === 404) process = processId = undefined
        return undefined
      } finally {
        isReporting = false
      }
    },
    async leave(progress) {
      if (isOver) return
      latest = progress
      if (processId === undefined) await storeProgress(progress)
      else await report(processId, progress).catch(() => {})
    },
    async end(progress) {
      if (isOver) return
      isOver = true
      // The page may be gone before the response to the start.
      const isKept = progress !== undefined && processId === undefined && (await storeProgress(progress))
      const body = progress && !isKept ? bodyOf(progress) : {}
      const ended = endProcess(body)
      // The position can be read again now: doesn't wait for the start.
      if (!isKept) await ended
    },
  }
}
