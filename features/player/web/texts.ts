import { textsOf } from '#kit/web/i18n.ts'
import type en from '#features/player/locales/en.json'
import type nl from '#features/player/locales/nl.json'

export const t = textsOf<typeof en, typeof nl>()
