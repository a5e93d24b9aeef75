import type { Ask } from '#kit/server/ask.ts'
import { assertReadable, assertShown } from '#features/channels/server/access.ts'
import { findTvChannelAccess } from './queries/channels.ts'

/** @throws 404, 403, 451 */
export const shownTvChannel = async (ask: Ask, id: string) => void assertShown((await ask(findTvChannelAccess, id))[0])
/** @throws 404, 403, 451 */
export const readableTvChannel = async (ask: Ask, id: string) => void assertReadable((await ask(findTvChannelAccess, id))[0])
