import { ApiError, callEndpoint } from '#kit/contract/client.ts'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { type Position, watchingContract } from '../contract.ts'
import { positionedTypes, type PlaybackProgress, viewSourcePattern } from '../rules.ts'

/** Returns the address by which the browser opened this page. */
const openingAddress = () => performance.getEntriesByType('navigation')[0]?.name || location.href

/**
 * Returns how the viewer came to this page, by the `via` of shared links and feeds. Reads the page's first address, because `via` was
 * removed from the address bar.
 */
export function currentSource(address = openingAddress()): string {
  const via = new URL(address, location.origin).searchParams.get('via')
  const source = via === 'feed' ? via : `share:${via}`
  return via !== null && viewSourcePattern.test(source) ? source : 'direct'
}

/** Reports one playback to the server. Callers need not wait for the result: after a failed call, the next report has the same data. */
export interface Playback {
  /** Counts a view and starts a playback. */
  begin: () => Promise<void>
  /** Reports the position. @returns the stored position; undefined if nothing was sent */
  report: (progress: PlaybackProgress) => Promise<Omit<Position, 'id' | 'viewable_type'> | undefined>
  /** Sends the position without waiting for earlier calls, because the page may be closed at any moment. */
  leave: (progress: PlaybackProgress) => Promise<void>
  /** Ends the playback. */
  end: (progress: PlaybackProgress | undefined) => Promise<void>
}

const bodyOf = ({ position, duration }: PlaybackProgress) => ({ position, ...(duration !== null && { duration }) })

/** True if a repeated call would be refused too, because the thing no longer exists. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** The viewed thing, with its channel or TV channel. */
export type ViewInput = InputOf<typeof watchingContract.createView>['body']

export function createPlayback(viewed: ViewInput, isLoggedIn: boolean): Playback {
  let process: Promise<string | undefined> | undefined
  /** The id of the playback. Undefined until the server has responded. */
  let processId: string | undefined
  let latest: PlaybackProgress | undefined
  let isRefusalFinal = false
  let isReporting = false
  let isOver = false

  async function start(): Promise<string | undefined> {
    try {
      const { viewActionId } = await callEndpoint(
        watchingContract.createView,
        { body: { ...viewed, source: currentSource() } },
        sendInBackground,
      )
      return (processId = (await callEndpoint(watchingContract.startView, { body: { viewActionId } }, sendInBackground)).viewProcessId)
    } catch (error) {
      isRefusalFinal = isRefused(error)
      process = undefined
      return undefined
    }
  }
  const ensureStarted = () => (isRefusalFinal ? Promise.resolve(undefined) : (process ??= start()))

  function report(viewProcessId: string, progress: PlaybackProgress) {
    return callEndpoint(watchingContract.reportProgress, { body: { viewProcessId, ...bodyOf(progress) } }, sendInBackground)
  }

  /** Stores the position while no playback exists on the server. @returns false if the position wasn't stored */
  async function storeProgress(progress: PlaybackProgress): Promise<boolean> {
    const { viewable_type, viewable_id: id, ...place } = viewed
    const type = positionedTypes.find((positionedKind) => positionedKind === viewable_type)
    if (!isLoggedIn || isRefusalFinal || !type) return false
    const body = { viewable_type: type, ...place, ...bodyOf(progress), played: true }
    return callEndpoint(watchingContract.setPosition, { params: { id }, body }, sendInBackground).then(
      () => true,
      () => false,
    )
  }

  async function endProcess(body: Partial<ReturnType<typeof bodyOf>>) {
    const viewProcessId = await process
    if (viewProcessId === undefined) return
    await callEndpoint(watchingContract.endView, { body: { viewProcessId, ...body } }, sendInBackground).catch(() => {})
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
        // No playback was started, or it ended during the wait.
        if (viewProcessId === undefined || isOver) return undefined
        return await report(viewProcessId, latest)
      } catch (error) {
        // The server doesn't know the playback any more, so the next report starts a new one.
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
      // Stores the position by itself, because the page may close before the playback has started.
      const isKept = progress !== undefined && processId === undefined && (await storeProgress(progress))
      const body = progress && !isKept ? bodyOf(progress) : {}
      const ended = endProcess(body)
      // If the position is stored already, the caller may read it without waiting for the playback to end.
      if (!isKept) await ended
    },
  }
}
