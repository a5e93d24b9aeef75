import type { Language } from '#kit/contract/texts.ts'
import { formatEuros } from '#kit/server/euros.ts'
import { withBuiltInName } from '#features/channels/server/names.ts'
import { isNotificationKind, type SubscriptionEvent, type SuggestionEvent, type TeamRoleEvent } from '../kinds.ts'
import type { NotificationRow } from './queries/list.ts'
import { texts } from './texts.ts'

/** Returns a notification's text in the reader's language. */
export function notificationText(row: NotificationRow, language: Language): string {
  const t = texts[language]
  const { kind, count, details, playlist_name: name, playlist_kind, video_title: title, actor_name } = row
  if (!isNotificationKind(kind)) return t('news')
  const channel =
    name === null
      ? ''
      : withBuiltInName(
          { name, direct_publish: playlist_kind === 'direct_publish', watch_later: playlist_kind === 'watch_later' },
          language,
        ).name
  const person = actor_name ?? t('someone')
  const amounts = Object.entries(details).flatMap(([name, value]) =>
    (name === 'amount' || name === 'owed') && typeof value === 'number' ? [[name, formatEuros(value, language)]] : [],
  )
  const values = {
    ...details,
    ...(Object.fromEntries(amounts) as Record<string, string>),
    count,
    others: count - 1,
    channel,
    person,
    title: title ?? '',
  }
  if (kind === 'new_items' && count === 1 && title !== null) return t('kind.new_items.titled', values)
  if (kind === 'new_follower' && name !== null)
    return count > 1 ? t('kind.new_follower.channel_more', { ...values, count: count - 1 }) : t('kind.new_follower.channel', values)
  if (kind === 'new_follower' && count > 1) return t('kind.new_follower.more', { ...values, count: count - 1 })
  if (kind === 'direct_share' && (count > 1 || title === null)) return t('kind.direct_share.more', values)
  if (kind === 'reminder' && details['is_gone']) return t('kind.reminder.gone', values)
  if (kind === 'payment_reversed' && details['owed'] !== undefined) return t('kind.payment_reversed.operator', values)
  if (kind === 'subscription') return t(`kind.subscription.${details['event'] as SubscriptionEvent}`, values)
  if (kind === 'team_role') return t(`kind.team_role.${details['event'] as TeamRoleEvent}`, values)
  if (kind === 'team_suggestion') return t(`kind.team_suggestion.${details['event'] as SuggestionEvent}`, values)
  return t(`kind.${kind}.text`, values)
}

/** Returns the link that ends notifications of the same kind, if any. */
export function stopLink({ kind, details: { stop } }: NotificationRow, language: Language): { label: string; url: string } | undefined {
  if (kind !== 'search_match' || typeof stop !== 'string') return undefined
  return { label: texts[language]('kind.search_match.stop'), url: stop }
}

/** Returns the link of a notification: a path on this host. */
export function notificationPath(row: NotificationRow, language: Language): string {
  const { path, playlist_id, series_id, video_id, actor_id } = row
  const search = new URLSearchParams()
  if (path !== null) return `/${language}${path}`
  if (playlist_id !== null) {
    search.set('playlist', playlist_id)
    if (series_id !== null && video_id !== null) {
      search.set('serie', series_id)
      search.set('video', video_id)
    }
    return `/${language}/playlists?${search.toString()}`
  }
  if (actor_id === null) return `/${language}/settings?view=inbox`
  search.set('user', actor_id)
  return `/${language}/settings?${search.toString()}`
}
