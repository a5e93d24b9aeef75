import type { Texts } from '#kit/contract/texts.ts'

/** Every text of the web in English: one chunk, fetched by whoever reads English only. */
export const files = import.meta.glob<Texts>(
  ['../features/*/locales/en.json', './locales/en.json', '../ui/locales/en.json', '../kit/web/locales/en.json'],
  { eager: true, import: 'default' },
)
