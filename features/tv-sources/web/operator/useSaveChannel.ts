import { useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { isStaleVersionError } from '#kit/web/problems.ts'
import type { ChangedPicture } from '#features/media/web/PictureField.tsx'
import { tvSourcesContract } from '../../contract.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import type { ListField } from '../../rules.ts'
import { blankChannel, changesBetween, type ChannelValues } from './channel-form.ts'

/**
 * Saves the values of a channel's form that were edited.
 * @param channel the current state, which may have changed since the form was opened. Null: a new channel
 */
export function useSaveChannel(channel: OperatorChannel | null) {
  const create = useChange(tvSourcesContract.createTvChannel)
  const update = useChange(tvSourcesContract.updateTvChannel)
  /** Initial values of the form. A field that differs was edited. */
  const [before] = useState<ChannelValues>(channel ?? blankChannel)
  /** Whether another operator has changed the channel since. Saving again overwrites that change. */
  const [isOverwriting, setIsOverwriting] = useState(false)
  /** The version that the form's values come from. */
  const [seenVersion, setSeenVersion] = useState(channel?.version)
  /** Id of the channel that this form created, before its logo was refused. */
  const [createdId, setCreatedId] = useState<string>()

  /** @param left fields to reset to the list's values @returns whether everything was saved */
  async function save(values: ChannelValues, logo: ChangedPicture, left: ReadonlySet<ListField>): Promise<boolean> {
    const changes = changesBetween(before, values)
    for (const field of left) if (field !== 'logo') delete changes[field]
    let id = channel?.id ?? createdId
    try {
      if (id === undefined) {
        const created = await create.mutateAsync({ body: { name: '', liveStreamUrl: '', ...changes } })
        id = created.id
        setCreatedId(id)
        setSeenVersion(created.version)
      } else {
        const body = { ...changes, ...(logo === '' && { logo }), ...(left.size > 0 && { from_list: [...left] }) }
        const version = isOverwriting ? channel?.version : seenVersion
        if (Object.keys(body).length > 0) setSeenVersion((await update.mutateAsync({ params: { id }, body: { ...body, version } })).version)
      }
      // Sends the file in a separate call, because a form can't contain empty values.
      if (logo) await update.mutateAsync({ params: { id }, body: { logo } })
      return true
    } catch (refusal) {
      if (isStaleVersionError(refusal as ApiError)) setIsOverwriting(true)
      return false
    }
  }
  return { before, save, isOverwriting, error: create.error ?? update.error, isPending: create.isPending || update.isPending }
}
