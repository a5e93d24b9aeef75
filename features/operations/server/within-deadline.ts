import { thresholds } from '../rules.ts'

/** A check that takes too long. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
}

/** Runs work that may never end. @throws Overdue after the time limit of a check */
export async function withinDeadline<T>(work: () => Promise<T>, ms: number = thresholds.checkMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Overdue(`no response within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
