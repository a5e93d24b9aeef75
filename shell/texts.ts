import { textsOf } from '#kit/web/i18n.ts'
import type en from './locales/en.json'

/** The shell's own words. */
export const t = textsOf<typeof en>('shell')
