import type { Select } from '#kit/server/select.ts'
import { assertReadable, assertShown } from '#features/channels/server/access.ts'
import { findTvChannelAccess } from './queries/channels.ts'

/** @throws 404, 403, 451 */
export const assertShownTvChannel = async (select: Select, id: string) => void assertShown((await select(findTvChannelAccess, id))[0])
/** @throws 404, 403, 451 */
export const assertReadableTvChannel = async (select: Select, id: string) => void assertReadable((await select(findTvChannelAccess, id))[0])
