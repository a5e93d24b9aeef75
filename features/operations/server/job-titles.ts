import { findText, type Language } from '#kit/contract/texts.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }

const titlesByLanguage = { en: en.job_titles, nl: nl.job_titles }

/** Returns the title of a kind of job; for kinds of other releases, their name. */
export const jobTitle = (kind: string, language: Language): string => findText(titlesByLanguage[language], language, kind) ?? kind
