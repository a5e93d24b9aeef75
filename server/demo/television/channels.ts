/** The demonstration's TV channels and radio, from `channels.json`. */
import * as z from 'zod/mini'
import { pictureName } from '../pictures.ts'
import file from './channels.json' with { type: 'json' }
import { clips, type ClipName } from './clips.ts'

const bilingualText = z.strictObject({ en: z.string(), nl: z.string() })

const show = z.strictObject({
  title: bilingualText,
  about: bilingualText,
  category: bilingualText,
  /** The clip that the show plays. */
  clip: z.enum(Object.keys(clips) as [ClipName]),
  picture: z.optional(pictureName),
  /** Whether the show has numbered episodes, one per day. */
  isSeries: z.optional(z.literal(true)),
})

const channel = z.strictObject({
  /** The channel's `tvg-id`, and a part of addresses. */
  key: z.string(),
  number: z.number(),
  name: z.string(),
  group: bilingualText,
  kind: z.optional(z.literal('radio')),
  adult: z.optional(z.literal(true)),
  /** Ids of rows in `country`. */
  blockedCountries: z.optional(z.array(z.number())),
  /** The user agent that the channel's server requires. Browsers can't send it. */
  userAgent: z.optional(z.string()),
  /** Whether the channel streams by DASH, with two audio languages. */
  isSpokenTwice: z.optional(z.literal(true)),
  onDemand: z.optional(
    z.array(
      z.strictObject({
        title: z.string(),
        group: z.string(),
        /** Below `/media/demo/`. */
        file: z.string(),
        picture: pictureName,
      }),
    ),
  ),
  shows: z.record(z.string(), show),
  /**
   * The schedule from 06:00 to 06:00, in order: start times and keys of `shows`. Times are local times of Brussels in
   * winter; 25:30 is half past one at night.
   */
  day: z.array(z.tuple([z.string().check(z.regex(/^\d\d:\d\d$/)), z.string()])),
})

export type Bilingual = z.infer<typeof bilingualText>
export type DemoShow = z.infer<typeof show>
export type DemoChannel = z.infer<typeof channel>

export const channels: readonly DemoChannel[] = z.array(channel).parse(file)
