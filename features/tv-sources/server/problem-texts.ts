import type { Language, TextKey } from '#kit/contract/texts.ts'
import en from '../locales/en.json' with { type: 'json' }
import type { ImportProblem } from './problems.ts'
import { texts } from './texts.ts'

/** Returns the text of an import's problem in the reader's language. */
export const problemText = (language: Language, { code, detail }: Pick<ImportProblem, 'code' | 'detail'>): string =>
  texts[language](`problem.${code}`, { detail }).trim()

const isFailure = (code: string): code is TextKey<typeof en.failure> => Object.hasOwn(en.failure, code)

/** Returns the text of an import's failure. */
export const failureText = (language: Language, code: string | null): string | null =>
  code === null ? null : texts[language](`failure.${isFailure(code) ? code : 'unreadable'}`)
