import { textsOf } from '#kit/web/i18n.ts'
import { truncate } from '#ui/naming.ts'
import type en from '../locales/en.json'
import type nl from '../locales/nl.json'
import { status } from '../rules.ts'

export const t = textsOf<typeof en, typeof nl>()

/** Truncates a tag for display. */
export const truncateTag = (tag: string): string => truncate(tag, 20)

/** Returns the name of a channel's status. @param isTeam whether a team owns it */
export function statusLabel(statusId: number, isTeam: boolean): string {
  if (statusId === status.public) return t('status.public')
  return t(statusId === status.privateLink ? 'status.private_link' : isTeam ? 'status.team' : 'status.private')
}
