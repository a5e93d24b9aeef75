import { ApiError, call } from '#kit/contract/client.ts'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { type Position, watchingContract } from '../contract.ts'
import type { Progress } from '../rules.ts'

/** What one playback tells the server. Nothing of it is waited for, and what fails is told again the next time. */
export interface Playback {
  /** It really plays: a view, and the start of a playback. */
  begin: () => Promise<void>
  /** Where it is now. @returns what is kept; undefined: nothing was told */
  report: (progress: Progress) => Promise<Omit<Position, 'id' | 'viewable_type'> | undefined>
  /** It is over, here. */
  end: (progress: Progress | undefined) => Promise<void>
}

const bodyOf = ({ position, duration }: Progress) => ({ position, ...(duration !== null && { duration }) })

/** Can the same call succeed later? Otherwise there is nothing to watch any more. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** What plays, and what it is in. */
export type Viewed = InputOf<typeof watchingContract.createView>['body']

export function createPlayback(viewed: Viewed): Playback {
  let process: Promise<string | undefined> | undefined
  let isRefusedForGood = false
  let isReporting = false
  let isOver = false

  async function start(): Promise<string | undefined> {
    try {
      const { viewActionId } = await call(watchingContract.createView, { body: viewed }, sendInBackground)
      return (await call(watchingContract.startView, { body: { viewActionId } }, sendInBackground)).viewProcessId
    } catch (error) {
      isRefusedForGood = isRefused(error)
      process = undefined
      return undefined
    }
  }
  const begun = () => (isRefusedForGood ? Promise.resolve(undefined) : (process ??= start()))

  return {
    begin: async () => void (await begun()),
    async report(progress) {
      if (isReporting || isOver) return undefined
      isReporting = true
      try {
        const viewProcessId = await begun()
        if (viewProcessId === undefined) return undefined
        return await call(watchingContract.reportProgress, { body: { viewProcessId, ...bodyOf(progress) } }, sendInBackground)
      } catch (error) {
        // Its playback is not known any more: the next report begins another.
        if (error instanceof ApiError && error.status === 404) process = undefined
        return undefined
      } finally {
        isReporting = false
      }
    },
    async end(progress) {
      if (isOver) return
      isOver = true
      const viewProcessId = await process
      if (viewProcessId === undefined) return
      const body = { viewProcessId, ...(progress && bodyOf(progress)) }
      await call(watchingContract.endView, { body }, sendInBackground).catch(() => {})
    },
  }
}
