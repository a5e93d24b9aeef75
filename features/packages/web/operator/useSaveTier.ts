import { useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { formatMoneyInput } from '#kit/web/format-money.ts'
import { isStaleVersionError } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import type { ChangedPicture } from '#features/media/web/PictureField.tsx'
import { type OperatorTier, packagesContract } from '../../contract.ts'
import type { Item } from './ItemsField.tsx'

/** The values of a package's form. */
interface TierValues {
  texts: Record<'name' | 'description' | 'package_name', string>
  isFree: boolean
  price: string
  channels: readonly Item[]
  playlists: readonly Item[]
  icon: ChangedPicture
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)
export const areSame = (items: readonly Item[], others: readonly Item[] = []) => idsOf(items).join() === idsOf(others).join()

/** Returns the values that differ. Leaves out the others, so that they don't overwrite another operator's changes. */
function changesBetween(saved: OperatorTier | null, { texts, isFree, price, channels, playlists }: TierValues) {
  const isPriceSame = saved !== null && isFree === saved.is_free && (isFree || price === formatMoneyInput(saved.price))
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== saved?.[field as keyof typeof texts])),
    // Leaves out a missing price, so that the server reports it as missing.
    ...(!isPriceSame && { is_free: isFree, ...(!isFree && price && { price }) }),
    ...(!areSame(channels, saved?.channels) && { channels: idsOf(channels) }),
    ...(!areSame(playlists, saved?.playlists) && { playlists: idsOf(playlists) }),
  }
}

/** Saves the values of a package's form that were edited. @param tier as opened; null for a new package */
export function useSaveTier(tier: OperatorTier | null) {
  const create = useChange(packagesContract.createTier)
  const update = useChange(packagesContract.updateTier)
  /** The package as the server last returned it to this form. Null before its creation. A refused picture comes after the other changes. */
  const [saved, setSaved] = useState(tier)
  /** Whether another operator has changed the package since. Saving again overwrites that change. */
  const [isOverwriting, setIsOverwriting] = useState(false)
  const tiers = useRead(packagesContract.listOperatorTiers, {}, { enabled: tier !== null })
  const current = tiers.data?.find(({ id }) => id === tier?.id)

  /** @returns whether everything was saved */
  async function save(values: TierValues): Promise<boolean> {
    const { texts, icon } = values
    const body = changesBetween(saved, values)
    try {
      let result: OperatorTier
      if (saved === null) result = await create.mutateAsync({ body: { ...body, name: texts.name } })
      else {
        const version = (isOverwriting && current?.version) || saved.version
        result = await update.mutateAsync({ params: { id: saved.id }, body: { ...body, ...(icon === '' && { icon: null }), version } })
      }
      setSaved(result)
      setIsOverwriting(false)
      // Sends the file in a separate call, because a call with a file can't contain empty lists.
      if (icon) await update.mutateAsync({ params: { id: result.id }, body: { icon } })
      return true
    } catch (refusal) {
      if (isStaleVersionError(refusal as ApiError)) setIsOverwriting(true)
      return false
    }
  }
  return { current, save, isOverwriting, error: update.error ?? create.error, isPending: create.isPending || update.isPending }
}
