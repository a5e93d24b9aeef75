import { createStore } from '#ui/store.ts'

/** The filter of TV channels in the list and the guide: all, favourites, or a group. */
export type ChannelFilter = { kind: 'all' } | { kind: 'favourites' } | { kind: 'group'; name: string }

/** The chosen filter, kept while the user switches between list and guide, or visits a channel. */
export const channelFilter = createStore<ChannelFilter>({ kind: 'all' })

/** Converts the filter to query parameters. */
export const filterQuery = (filter: ChannelFilter): { group?: string; followed?: boolean } =>
  filter.kind === 'group' ? { group: filter.name } : filter.kind === 'favourites' ? { followed: true } : {}
