import type { Ask } from '#kit/server/ask.ts'
import { assertReadable } from '#features/channels/server/access.ts'
import { findTvChannelAccess } from './queries/channels.ts'

/** @throws 404, 403, 451 */
export const readableTvChannel = async (ask: Ask, id: string) => void assertReadable((await ask(findTvChannelAccess, id))[0])
