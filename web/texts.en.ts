import type { Texts } from '#kit/contract/texts.ts'

/** The texts of the web in English: one chunk, fetched by whoever reads English only. Those of accounts come with their screens. */
export const files = import.meta.glob<Texts>(
  [
    '../features/*/locales/en.json',
    '!../features/accounts/**',
    '../shell/locales/en.json',
    '../ui/locales/en.json',
    '../kit/web/locales/en.json',
  ],
  { eager: true, import: 'default' },
)
