import type { Texts } from '#kit/contract/texts.ts'

/** The texts of the web in Dutch: one chunk, fetched by whoever reads Dutch only. Those of accounts come with their screens. */
export const files = import.meta.glob<Texts>(
  [
    '../features/*/locales/nl.json',
    '!../features/accounts/**',
    '../shell/locales/nl.json',
    '../ui/locales/nl.json',
    '../kit/web/locales/nl.json',
  ],
  { eager: true, import: 'default' },
)
