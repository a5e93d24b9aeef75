import type { Language } from '#kit/contract/texts.ts'
import type { Size } from '../../test/e2e/browser.ts'

/** One way to look at a screen. */
export interface View {
  /** Of the file: `phone-en-dark`, `narrow`, `large-text`. */
  name: string
  size: Size
  language: Language
  theme: 'dark' | 'light'
  /** px of the letters that a browser starts from; 16 unless somebody has set larger ones. */
  fontPx?: number
  forcedColors?: boolean
}

const everyWay = (size: Size): View[] =>
  (['en', 'nl'] as const).flatMap((language) =>
    (['dark', 'light'] as const).map((theme) => ({ name: `${size}-${language}-${theme}`, size, language, theme })),
  )

/** Those that `--fast` keeps come first. Dutch words are the longer ones: it is Dutch where room is short. */
export const views: readonly View[] = [
  ...(['phone', 'tablet', 'desktop', 'wide'] as const).flatMap(everyWay),
  { name: 'narrow', size: 'narrow', language: 'nl', theme: 'dark' },
  { name: 'landscape', size: 'landscape', language: 'en', theme: 'dark' },
  { name: 'zoomed', size: 'zoomed', language: 'nl', theme: 'light' },
  { name: 'large-text', size: 'phone', language: 'nl', theme: 'dark', fontPx: 32 },
  { name: 'forced-colors', size: 'phone', language: 'en', theme: 'dark', forcedColors: true },
]
