import { isolateDirection } from '#kit/contract/isolated.ts'

/** Joins texts with dots between them. Skips empty texts. */
export const joinWithDots = (parts: readonly (string | false | null | undefined)[]): string =>
  parts
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .map((fact) => isolateDirection(fact as string))
    .join(' · ')
