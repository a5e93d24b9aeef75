import { translator } from '#kit/contract/texts.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }

export const texts = { en: translator(en, 'en'), nl: translator(nl, 'nl') }
