import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { Address, ListedTvChannel } from '#features/guide/shapes.ts'

/** An on-demand video. `url` is null if the reader may not watch it. */
const TvItem = z.object({ id: Id, channel_id: Id, url: Address, poster: Address, title: z.string(), group: z.string() })

/** A TV channel with its on-demand videos. */
export const DetailedTvChannel = z.extend(ListedTvChannel, { items: z.array(TvItem) })
export type DetailedTvChannel = z.output<typeof DetailedTvChannel>

defineThing('channel', [DetailedTvChannel], { perList: ['now', 'next'] })
