import { textsOf } from '#kit/web/i18n.ts'
import type en from '#features/media/locales/en.json'

/** Texts of the media feature; the player's stand under `player`. */
export const t = textsOf<typeof en>('media')
