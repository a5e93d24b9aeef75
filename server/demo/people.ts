/** The demonstration's people with their channels, from the files of `people/`. */
import * as z from 'zod/mini'
import { status } from '#features/channels/rules.ts'
import iris from './people/iris.json' with { type: 'json' }
import jan from './people/jan.json' with { type: 'json' }
import marieke from './people/marieke.json' with { type: 'json' }
import noor from './people/noor.json' with { type: 'json' }
import otto from './people/otto.json' with { type: 'json' }
import rita from './people/rita.json' with { type: 'json' }
import yusuf from './people/yusuf.json' with { type: 'json' }
import { pictureName } from './pictures.ts'

const statusName = z.enum(Object.keys(status) as [keyof typeof status])
const flag = z.optional(z.literal(true))
const text = z.optional(z.string())

const video = z.strictObject({
  title: z.string(),
  /** An http(s) address, or a path on this site. */
  src: z.string(),
  embedUrl: text,
  contentType: text,
  /** The name of the source; default: the provider of `src`. */
  site: text,
  /** `9:56` or `1:32:04`; absent if live or unknown. */
  duration: text,
  isLive: flag,
  about: text,
  picture: z.optional(pictureName),
  /** Date of publication at the source, `YYYY-MM-DD`. */
  date: text,
  /** A button under the video. */
  goTo: z.optional(z.strictObject({ url: z.string(), title: z.string() })),
  more: z.optional(z.strictObject({ title: z.string(), text: z.string(), picture: z.optional(pictureName) })),
  /** Whether the video is its series' opener without being first. */
  isHome: flag,
})

const series = z.strictObject({
  name: z.string(),
  about: text,
  /** `header`: the series is the banner of its channel. */
  type: z.optional(z.literal('header')),
  videos: z.array(video),
})

const playlist = z.strictObject({
  name: z.string(),
  status: statusName,
  about: text,
  picture: z.optional(pictureName),
  tags: z.optional(z.array(z.string())),
  slug: text,
  /** The channel's position among the default channels; absent for other channels. */
  rank: z.optional(z.number()),
  adult: flag,
  finished: flag,
  isLeft: flag,
  isArchived: flag,
  series: z.array(series),
})

const person = z.strictObject({
  nickname: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  city: z.string(),
  language: z.enum(['en', 'nl']),
  countryId: z.number(),
  birthday: z.string(),
  picture: z.optional(pictureName),
  /** Whether the person has confirmed their age and enabled adult content. */
  seesAdult: flag,
  playlists: z.array(playlist),
  groups: z.optional(
    z.array(
      z.strictObject({
        name: z.string(),
        status: statusName,
        isArchived: flag,
        picture: z.optional(pictureName),
        playlists: z.array(playlist),
      }),
    ),
  ),
  directPublish: z.optional(z.array(series)),
  watchLater: z.optional(z.array(series)),
  /** Names of followed channels, in order. `isNew`: the channel has new videos since the person's last visit. */
  follows: z.optional(z.array(z.strictObject({ name: z.string(), isNew: flag }))),
})

export type DemoVideo = z.infer<typeof video>
export type DemoSeries = z.infer<typeof series>
export type DemoPlaylist = z.infer<typeof playlist>
export type DemoPerson = z.infer<typeof person>

export const people: readonly DemoPerson[] = z.array(person).parse([marieke, rita, otto, yusuf, noor, jan, iris])
