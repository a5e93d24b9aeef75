import { textsOf } from '#kit/web/i18n.ts'
import type en from '#features/media/locales/en.json'
import type nl from '#features/media/locales/nl.json'

export const t = textsOf<typeof en, typeof nl>()
