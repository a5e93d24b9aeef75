import { textsOf } from '#kit/web/i18n.ts'
import type en from '../locales/en.json'
import type nl from '../locales/nl.json'

/** Texts of the console's screens for pages, channels, names and settings. */
export const t = textsOf<typeof en, typeof nl>()
