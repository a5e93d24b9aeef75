import { textsOf } from '#kit/web/i18n.ts'
import type en from '../locales/en.json'
import { status } from '../rules.ts'

export const t = textsOf<typeof en>('curation')

/** Who sees a channel, in words. */
export const statusLabel = (statusId: number): string =>
  t(statusId === status.public ? 'status.public' : statusId === status.privateLink ? 'status.private_link' : 'status.private')
