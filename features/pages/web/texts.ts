import { textsOf } from '#kit/web/i18n.ts'
import type en from '../locales/en.json'

export const t = textsOf<typeof en>('pages')
