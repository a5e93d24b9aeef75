import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors } from '#kit/contract/errors.ts'
import { Time } from '#kit/contract/fields.ts'
import { playbackKinds } from './rules.ts'

/** Maximum bytes of an uploaded picture. */
export const pictureMaxBytes = 1_400_000
/** Maximum length of a fetched and stored URL. */
export const linkMaxLength = 2048
export const titleMaxLength = 255
export const descriptionMaxLength = 5000

export const mediaErrors = defineErrors('media', {
  link_invalid: 422,
  picture_too_large: 422,
  linked_picture_too_large: 422,
  picture_unreadable: 422,
  picture_missing: 422,
})

/** Metadata of the page at a URL. */
export const LinkMeta = z.object({
  /** False if nothing could be fetched. The metadata is then from the URL alone. */
  reached: z.boolean(),
  /** Whether the metadata is incomplete, because the link's host is slow or its rate limit is reached. */
  is_pending: z.boolean(),
  /** Never empty. Without a title, this is the host and path of the link. */
  title: z.string(),
  description: z.string(),
  /** URL of a picture on our own host. */
  image: z.nullable(z.string()),
  /** Name of the site, or its host. */
  site: z.string(),
  /** Duration in seconds; null if unknown or live. */
  duration: z.nullable(z.int()),
  /** Whether the link is a live stream. */
  is_live: z.boolean(),
  published_at: z.nullable(Time),
  kind: z.enum(playbackKinds),
  /** URL of the player frame or media file that the page names. */
  embed_url: z.nullable(z.string()),
  /** Media type of the response. */
  content_type: z.nullable(z.string()),
})
export type LinkMeta = z.output<typeof LinkMeta>

export const mediaContract = defineContract({
  getMeta: {
    method: 'POST',
    path: '/api/getMeta',
    summary: 'Get the metadata of a link',
    description: 'Returns title, description, picture and playability. `reached` is false when the page did not respond.',
    access: 'user',
    actsFor: 'user',
    form: true,
    body: z.object({ url: z.string().check(z.trim(), z.minLength(1)) }),
    example: { body: { url: 'https://films.example.com/night-train' } },
    output: LinkMeta,
    refusals: [mediaErrors.link_invalid],
  },
  streamImage: {
    method: 'POST',
    path: '/api/images/stream',
    summary: 'Fetch a picture for cropping',
    description: 'Takes the URL of a picture, or of a page with a picture. Returns an upright WebP picture, at most 1600 pixels wide.',
    access: 'user',
    actsFor: 'user',
    form: true,
    body: z.object({ url: z.string().check(z.trim(), z.minLength(1)) }),
    example: { body: { url: 'https://films.example.com/night-train' } },
    responseType: 'file',
    mediaType: 'image/webp',
    output: z.custom<Blob>(),
    refusals: [mediaErrors.link_invalid, mediaErrors.picture_missing, mediaErrors.picture_unreadable, mediaErrors.linked_picture_too_large],
  },
})
