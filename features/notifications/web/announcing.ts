import { announce } from '#ui/toasts.ts'
import type { Notification } from '../contract.ts'
import { t } from './texts.ts'

let latest: string | undefined

/** Announces a new notification to screen readers once, even with several bells. Ignores those already there on load. */
export function announceLatest(first: Pick<Notification, 'created_at' | 'read_at' | 'text'> | undefined): void {
  const isNew = latest !== undefined && first !== undefined && first.read_at === null && first.created_at > latest
  latest = first?.created_at ?? latest ?? ''
  if (isNew) announce(t('bell.new', { text: first.text }))
}
