import { translator } from '#kit/contract/texts.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }

/** What the server says itself: on the pages that other sites frame. */
export const texts = { en: translator(en, 'en'), nl: translator(nl, 'nl') }
