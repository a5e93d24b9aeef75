import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { type mediaContract, mediaErrors } from '../contract.ts'
import { countPreview } from './fetch-limits.ts'
import { parsePictureAddress } from '../picture-addresses.ts'
import type { Media } from './media.ts'

export interface MediaRouteTools extends Media {
  limits: Limits
}

export const mediaRoutes = ({ links, pictures, signatures, limits }: MediaRouteTools): Handlers<typeof mediaContract> => ({
  async getMeta({ body }, { db, reader: { user } }) {
    assertAllowed(await countPreview(limits, user.id))
    const [meta] = await links.describeLinks(db, [body.url], { by: user.id })
    if (!meta || meta === 'refused') return fail(mediaErrors.link_invalid, { field: 'url' })
    return { ...meta, image: await signatures.signForUser(db, meta.image, user.id) }
  },

  async streamImage({ body: { url } }, { db, reader: { user }, disconnected }) {
    assertAllowed(await countPreview(limits, user.id))
    const picture = await pictures.fetchForCropping(url, { field: 'url', by: user.id, signal: disconnected })
    if (picture) return picture
    const [meta] = await links.describeLinks(db, [url], { by: user.id })
    // The page's host is slow, or its rate limit is reached.
    if (meta && meta !== 'refused' && meta.is_pending) fail(commonErrors.too_many, { retryAfter: 60 })
    const facts = meta && meta !== 'refused' && meta.image ? parsePictureAddress(meta.image) : null
    return (facts && (await pictures.readStored(facts))) ?? fail(mediaErrors.picture_missing, { field: 'url' })
  },
})
