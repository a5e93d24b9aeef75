import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'

/** Formats cents in the reader's language: `€ 20,00`. */
export const formatEuros = (cents: number, language: Language): string =>
  new Intl.NumberFormat(language === 'nl' ? 'nl-BE' : 'en-IE', { style: 'currency', currency: 'EUR' }).format(cents / 100)

/** SQL: cents as a decimal string, as in responses: `4.99`, `-20.00`. */
export const euroDecimal = (cents: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${cents} / 100.0, 'FM999999990.00')`
