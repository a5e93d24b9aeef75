import { thresholds } from '../rules.ts'

/** A check that takes too long. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** Runs work that may never end. @throws DeadlineError after the time limit of a check */
export async function withinDeadline<T>(work: () => Promise<T>, ms: number = thresholds.checkMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`no response within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
