import { announce } from '#ui/toasts.ts'
import type { Notification } from '../contract.ts'
import { t } from './texts.ts'

let latest: string | undefined

/** Says a new notification to screen readers, once, however many bells are drawn. What was there when the page came is not new. */
export function announceLatest(first: Pick<Notification, 'created_at' | 'read_at' | 'text'> | undefined): void {
  const isNew = latest !== undefined && first !== undefined && first.read_at === null && first.created_at > latest
  latest = first?.created_at ?? latest ?? ''
  if (isNew) announce(t('bell.new', { text: first.text }))
}
