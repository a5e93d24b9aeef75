import { contentDisposition } from '#kit/server/http/csv.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { assertReadable, assertShown } from '#features/channels/server/access.ts'
import { assertReadableTvChannel } from '#features/guide/server/access.ts'
import { nowSeconds } from '#features/guide/server/epg.ts'
import { createFilterCondition } from '#features/guide/server/queries/channels.ts'
import { streamEndpoints } from '../../streams.ts'
import { formatM3uFile } from '../m3u-file.ts'
import { findTvChannel, findTvPlace, listTvNeighbours } from '../queries/channels.ts'
import { findStream } from '../queries/streams.ts'
import { livePlay, streamAddress } from '../streams.ts'

/** Number of channels in each direction: as many as a viewer passes before the next response. */
const maxNeighbours = 8

export const streamRoutes = ({ publicUrl }: { publicUrl: string }): Handlers<typeof streamEndpoints> => ({
  getTvChannel: defineReadHandler(streamEndpoints.getTvChannel, {
    handle: async ({ params: { id } }, { select, language }) => assertShown((await select(findTvChannel, id, language))[0]).json,
  }),

  listTvNeighbours: defineReadHandler(streamEndpoints.listTvNeighbours, {
    find: async ({ params: { id } }, { select }) => assertShown((await select(findTvPlace, id))[0]),
    async handle({ query: choice }, { select, language, resource: place }) {
      const tvNeighbours = await select(listTvNeighbours, createFilterCondition(choice), place, language, maxNeighbours)
      const nearest = (wantedDirection: 'back' | 'on') => {
        const distinct = new Map(
          tvNeighbours.flatMap(({ direction, id: neighbourId, json }) =>
            direction === wantedDirection ? [[neighbourId, json] as const] : [],
          ),
        )
        return `[${[...distinct.values()].slice(0, maxNeighbours).join(',')}]`
      }
      return `{"previous":${nearest('back')},"next":${nearest('on')}}` as never
    },
  }),
  readStreamFile: defineFindHandler(streamEndpoints.readStreamFile, {
    find: ({ params: { id } }, { select }) => assertReadableTvChannel(select, id),
    async handle({ params: { id }, query: { play = livePlay } }, { select, language, reply }) {
      const stream = assertReadable((await select(findStream, id, play, language))[0])
      const { name, title, tvg_id: tvgId, group, logo, headers } = stream
      const address = streamAddress(stream, play, nowSeconds())
      reply.header('content-disposition', contentDisposition(`${title ?? name}.m3u`))
      const entry = { name: title === null ? name : `${name}: ${title}`, tvgId, group, logo: logo && publicUrl + logo, address, headers }
      return Buffer.from(formatM3uFile(entry))
    },
  }),
})
