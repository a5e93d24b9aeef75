/** Finds the things of an act or suggestion under the locks of their channels. */
import { fail } from '#kit/server/http/fail.ts'
import type { LockedTransaction } from '#features/channels/server/move.ts'
import { activityErrors } from '../contract.ts'
import { findItems, type Item, type ItemType } from './queries/things.ts'

type LockedScope = Pick<LockedTransaction, 'db' | 'lockIds'>

/**
 * Finds videos or series in the order of their ids.
 * @param name of the thing, for errors
 * @throws 409 unless all exist in locked channels
 */
export async function findLockedItems(
  { db, lockIds }: LockedScope,
  type: ItemType,
  ids: readonly string[],
  name: string | null,
): Promise<Item[]> {
  const items = await findItems(db, type, ids)
  const values = { thing: name ?? '' }
  if (items.length < ids.length) fail(activityErrors.gone, { values })
  if (!items.every((item) => lockIds.has(item.playlist_id))) fail(activityErrors.changed, { values })
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.map((id) => byId.get(id)!)
}

/** Finds the channel of a series. @throws 409 unless the series exists in a locked channel */
export async function findLockedChannel({ db, lockIds }: LockedScope, seriesId: string): Promise<string> {
  const [series] = await findItems(db, 'serie', [seriesId])
  return series && lockIds.has(series.playlist_id) ? series.playlist_id : fail(activityErrors.place_gone)
}
