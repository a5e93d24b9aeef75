import type { Texts } from '#kit/contract/texts.ts'

/** Every text of the web in Dutch: one chunk, fetched by whoever reads Dutch only. */
export const files = import.meta.glob<Texts>(
  ['../features/*/locales/nl.json', './locales/nl.json', '../ui/locales/nl.json', '../kit/web/locales/nl.json'],
  { eager: true, import: 'default' },
)
