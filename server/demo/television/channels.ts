/** The TV channels of the demonstration and its radio, from `channels.json`. */
import * as z from 'zod/mini'
import { pictureName } from '../pictures.ts'
import file from './channels.json' with { type: 'json' }
import { clips, type ClipName } from './clips.ts'

const both = z.strictObject({ en: z.string(), nl: z.string() })

const show = z.strictObject({
  title: both,
  about: both,
  category: both,
  /** The clip that plays for it. */
  clip: z.enum(Object.keys(clips) as [ClipName]),
  picture: z.optional(pictureName),
  /** Its episodes are numbered, one a day. */
  isSeries: z.optional(z.literal(true)),
})

const channel = z.strictObject({
  /** In addresses and as `tvg-id`. */
  key: z.string(),
  number: z.number(),
  name: z.string(),
  group: both,
  kind: z.optional(z.literal('radio')),
  adult: z.optional(z.literal(true)),
  /** Ids of `country`. */
  blockedCountries: z.optional(z.array(z.number())),
  /** The user agent that its server requires; browsers can't send it. */
  userAgent: z.optional(z.string()),
  /** Sent by DASH, with two audio languages. */
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
   * From 06:00 to 06:00 in order: the start of each and a key of `shows`. Times are those of Brussels in winter, where 25:30 is half past
   * one at night.
   */
  day: z.array(z.tuple([z.string().check(z.regex(/^\d\d:\d\d$/)), z.string()])),
})

export type Both = z.infer<typeof both>
export type DemoShow = z.infer<typeof show>
export type DemoChannel = z.infer<typeof channel>

export const channels: readonly DemoChannel[] = z.array(channel).parse(file)
