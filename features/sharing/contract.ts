import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors, encodeProblem } from '#kit/contract/errors.ts'
import { Id } from '#kit/contract/fields.ts'
import { channelsErrors, restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { networks, shareableTypes } from './rules.ts'

const sharingErrors = defineErrors('sharing', { not_shareable: 422 })

export const sharingContract = defineContract({
  share: {
    method: 'POST',
    path: '/api/share',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Create a share link',
    description: 'For a channel, series, video or TV channel. Counts the share once an hour per user.',
    target: ['shareable_type', 'shareable_id', 'playlist_id'],
    body: z.object({
      shareable_type: z.enum(shareableTypes, { error: encodeProblem(sharingErrors.not_shareable) }),
      shareable_id: Id,
      /** The channel of a series or video. For a private link: its current id. */
      playlist_id: z.optional(Id),
      /** `copy` is an alias of `link`. */
      network: z.pipe(
        z.enum([...networks, 'copy']),
        z.transform((network) => (network === 'copy' ? 'link' : network)),
      ),
    }),
    example: { body: { shareable_type: 'video', shareable_id: examples.video, network: 'whatsapp' } },
    output: z.object({ url: z.string() }),
    refusals: [sharingErrors.not_shareable, channelsErrors.special_channel, ...restrictionErrors],
    changes: [],
  },
})
