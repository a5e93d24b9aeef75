import type * as z from 'zod/mini'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import type { operatorChannelEndpoints } from '../operator-channels.ts'
import { tvSourcesErrors } from '../errors.ts'
import { matchName } from '../rules.ts'
import { type ChannelChanges, findCountryIds, hasGuideChannel, isBroadcaster } from './queries/operator-channels.ts'

export type ChannelInput = z.output<typeof operatorChannelEndpoints.updateTvChannel.body>

/** Fields whose column has the same name. If a list sets the field too, imports keep the value set by hand. */
const columns = ['kind', 'number', 'tvg_id', 'groups', 'catchup_days', 'adult', 'blocked_countries', 'owner_id', 'is_off'] as const

/**
 * Converts an operator's input to columns, and lists the columns that imports keep from now on.
 * @throws 422 for an owner who isn't a broadcaster, an unknown country or guide channel, or an invalid logo
 */
export async function toChannelChanges(
  db: Db,
  pictures: Pick<Pictures, 'pictureFrom'>,
  input: ChannelInput,
  caller: { by: string; signal: AbortSignal },
): Promise<{ changes: ChannelChanges; setByHand: string[] }> {
  const { name, logo, owner_id, blocked_countries, guide_channel_id } = input
  if (owner_id && !(await isBroadcaster(db, owner_id))) fail(tvSourcesErrors.owner_no_broadcaster, { field: 'owner_id' })
  const countries =
    blocked_countries &&
    ((await findCountryIds(db, blocked_countries)) ?? fail(tvSourcesErrors.country_unknown, { field: 'blocked_countries' }))
  if (typeof guide_channel_id === 'number' && !(await hasGuideChannel(db, guide_channel_id)))
    fail(tvSourcesErrors.guide_unknown, { field: 'guide_channel_id' })
  const picture = logo ? await pictures.pictureFrom(db, logo, { field: 'logo', ...caller }) : null

  const direct = columns.filter((column) => input[column] !== undefined)
  const changes: ChannelChanges = {
    ...Object.fromEntries(direct.map((column) => [column, input[column]])),
    ...(countries && { blocked_countries: countries }),
    ...(name !== undefined && { name, match_name: matchName(name) }),
    ...(logo !== undefined && { picture_id: picture, picture_due_at: null }),
    ...(input.liveStreamUrl !== undefined && { stream_url: input.liveStreamUrl }),
    ...(input.dvrStreamBaseUrl !== undefined && { dvr_base: input.dvrStreamBaseUrl }),
    ...(input.dvrStreamBaseUrlExtension !== undefined && { dvr_extension: input.dvrStreamBaseUrlExtension }),
    ...(guide_channel_id !== undefined && { guide_channel_id, guide_match: 'hand' }),
  }
  const values = { name, logo, stream_url: input.liveStreamUrl }
  return { changes, setByHand: [...direct, ...Object.entries(values).flatMap(([column, value]) => (value === undefined ? [] : [column]))] }
}

/** The error and form field of each foreign key. Its row may be deleted between the check and the write. */
const refusalsByForeignKey = {
  tv_channel_guide_channel_id_fkey: [tvSourcesErrors.guide_unknown, 'guide_channel_id'],
  tv_channel_owner_id_fkey: [tvSourcesErrors.owner_no_broadcaster, 'owner_id'],
} as const

/** Runs a write of the result of {@link toChannelChanges}. @throws 422 for references that were deleted concurrently */
export async function invalidIfDeleted<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const constraint = violatedConstraint(error) ?? ''
    if (!Object.hasOwn(refusalsByForeignKey, constraint)) throw error
    const [problem, field] = refusalsByForeignKey[constraint as keyof typeof refusalsByForeignKey]
    return fail(problem, { field })
  }
}
