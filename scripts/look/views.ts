import type { Language } from '#kit/contract/texts.ts'
import type { Size } from '../../test/e2e/browser.ts'

/** A window size, language and settings in which a screen is shown. */
export interface View {
  /** Part of the file name: `phone-en-dark`, `narrow`, `large-text`. */
  name: string
  size: Size
  language: Language
  theme: 'dark' | 'light'
  /** The browser's font size in px. Default: 16. */
  fontPx?: number
  forcedColors?: boolean
}

const viewsOfSize = (size: Size): View[] =>
  (['en', 'nl'] as const).flatMap((language) =>
    (['dark', 'light'] as const).map((theme) => ({ name: `${size}-${language}-${theme}`, size, language, theme })),
  )

/** The views of `--fast` come first. Narrow views are Dutch, because Dutch words are longer. */
export const views: readonly View[] = [
  ...(['phone', 'tablet', 'desktop', 'wide'] as const).flatMap(viewsOfSize),
  { name: 'widest', size: 'widest', language: 'en', theme: 'dark' },
  { name: 'narrow', size: 'narrow', language: 'nl', theme: 'dark' },
  { name: 'landscape', size: 'landscape', language: 'en', theme: 'dark' },
  { name: 'zoomed', size: 'zoomed', language: 'nl', theme: 'light' },
  { name: 'large-text', size: 'phone', language: 'nl', theme: 'dark', fontPx: 32 },
  { name: 'forced-colors', size: 'phone', language: 'en', theme: 'dark', forcedColors: true },
]
