import { textsOf } from '#kit/web/i18n.ts'
import type en from '../locales/en.json'
import type nl from '../locales/nl.json'

export const t = textsOf<typeof en, typeof nl>()
