import type { Language } from '#kit/contract/texts.ts'

/** Formats cents in the reader's language: `€ 20,00`. */
export const euros = (cents: number, language: Language): string =>
  new Intl.NumberFormat(language === 'nl' ? 'nl-BE' : 'en-IE', { style: 'currency', currency: 'EUR' }).format(cents / 100)
