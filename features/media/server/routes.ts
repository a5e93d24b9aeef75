import { fail } from '#kit/server/fail.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import { type mediaContract, mediaErrors } from '../contract.ts'
import { takeAsked } from './admission.ts'
import type { Media } from './media.ts'

export const mediaRoutes = ({ links, signatures, limits }: Media & { limits: Limits }): Handlers<typeof mediaContract> => ({
  async getMeta({ body }, { db, reader: { user } }) {
    demand(await takeAsked(limits, user.id))
    const [meta] = await links.describeLinks(db, [body.url], { by: user.id })
    if (!meta || meta === 'refused') return fail(mediaErrors.link_invalid, { field: 'url' })
    return { ...meta, image: (await signatures.signer(db, 'use'))(meta.image) }
  },
})
