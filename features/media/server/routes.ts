import { fail } from '#kit/server/fail.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import { type mediaContract, mediaErrors } from '../contract.ts'
import { takeAsked } from './admission.ts'
import type { Media } from './media.ts'

interface MediaRouteTools extends Media {
  limits: Limits
  /** What becomes of it that the player could not play something: for whoever knows videos. */
  reportPlaybackFailure: Handlers<typeof mediaContract>['reportPlaybackFailure']
}

export const mediaRoutes = ({ links, signatures, limits, reportPlaybackFailure }: MediaRouteTools): Handlers<typeof mediaContract> => ({
  reportPlaybackFailure,

  async getMeta({ body }, { db, reader: { user } }) {
    demand(await takeAsked(limits, user.id))
    const [meta] = await links.describeLinks(db, [body.url], { by: user.id })
    if (!meta || meta === 'refused') return fail(mediaErrors.link_invalid, { field: 'url' })
    return { ...meta, image: (await signatures.signer(db, 'use'))(meta.image) }
  },
})
