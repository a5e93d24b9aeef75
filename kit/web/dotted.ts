import { isolated } from '#kit/contract/isolated.ts'

/** Joins facts on one line, without empty ones. */
export const dotted = (facts: readonly (string | false | null | undefined)[]): string =>
  facts
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .map((fact) => isolated(fact as string))
    .join(' · ')
