import { isolated } from '#kit/contract/isolated.ts'

/** Joins texts with dots between them. Skips empty texts. */
export const dotted = (facts: readonly (string | false | null | undefined)[]): string =>
  facts
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .map((fact) => isolated(fact as string))
    .join(' · ')
