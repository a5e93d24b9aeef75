import { textsOf } from '#kit/web/i18n.ts'
import { truncate } from '#ui/naming.ts'
import type en from '../locales/en.json'
import type nl from '../locales/nl.json'
import { status } from '../rules.ts'

export const t = textsOf<typeof en, typeof nl>()

/** Truncates a tag for display. */
export const truncateTag = (tag: string): string => truncate(tag, 20)

/** Returns the name of a channel's status. */
export const statusLabel = (statusId: number): string =>
  t(statusId === status.public ? 'status.public' : statusId === status.privateLink ? 'status.private_link' : 'status.private')
