import { isReserved } from '#features/accounts/rules.ts'
import { pictureSrcset } from '#features/media/picture-addresses.ts'
import type { PageHead } from '#kit/server/http/page-renderer.ts'
import type { Page, PageRequest, ReadAsGuest } from '#kit/server/http/pages.ts'
import { channelsContract, type Playlist } from '../contract.ts'
import { homeChannelsQuery, findOpeningVideo, openingSizes } from '../opening.ts'
import { slugPattern } from '../input-rules.ts'
import { status } from '../rules.ts'
import { texts } from './texts.ts'

/** Returns the first picture of a screen, which the head of the page preloads. */
export function preloadedPicture(address: string | null | undefined, sizes: string): NonNullable<PageHead['opening']> | null {
  const srcset = address && pictureSrcset(address)
  return srcset ? { srcset, sizes } : null
}

async function readHomeHead({ language }: PageRequest, read: ReadAsGuest): Promise<PageHead> {
  const t = texts[language]
  await read(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  return { title: t('head.home'), description: t('head.home_description'), indexed: true }
}

const isId = (id: string) => /^[A-Za-z0-9]{11}$/.test(id)
const idIn = (search: URLSearchParams, name: string) => {
  const id = search.get(name)
  return id !== null && isId(id) ? id : undefined
}

/** Whether the response has all videos of the channel. */
const isWholeChannel = ({ series, videos }: Playlist) => series.reduce((sum, item) => sum + item.videos.length, 0) === videos

/** Returns the metadata of a channel's page, including the item in the address. The channel was read as a guest. */
export type DescribeChannel = (channel: Playlist, request: PageRequest) => Partial<PageHead>

/** Returns a channel's metadata for link previews: name, description, picture. */
async function readChannelHead(id: string, request: PageRequest, read: ReadAsGuest, describe: DescribeChannel): Promise<PageHead | null> {
  const { language, search } = request
  const part = { serie: idIn(search, 'serie'), video: idIn(search, 'play') ?? idIn(search, 'video') }
  const result = await read(channelsContract.getPlaylist, { params: { id } }, { part, isWhole: isWholeChannel })
  if (!result) return null
  const playlist = result.json()
  await read(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  return {
    title: playlist.name,
    description: playlist.description || texts[language]('head.channel_by', { nickname: playlist.nickname ?? '' }),
    image: playlist.icon ?? playlist.series.flatMap(({ videos }) => videos).find(({ image }) => image)?.image ?? null,
    indexed: playlist.status_id === status.public,
    opening: preloadedPicture(findOpeningVideo(playlist)?.image, openingSizes.channel),
    ...describe(playlist, request),
  }
}

/** @param describe additional channel metadata from another feature */
export const channelsPages = (describe: DescribeChannel): readonly Page[] => [
  { path: '/', load: readHomeHead },
  {
    path: '/playlists',
    load(request, read) {
      const id = request.search.get('playlist')
      if (id === null) return readHomeHead(request, read)
      return isId(id) ? readChannelHead(id, request, read, describe) : Promise.resolve(null)
    },
  },
  {
    path: '/:slug',
    async load(request, read) {
      const { slug = '' } = request.params
      if (!slugPattern.test(slug) || isReserved(slug)) return null
      const result = await read(channelsContract.findPlaylistBySlug, { params: { slug } })
      return result && readChannelHead(result.json().data.id, request, read, describe)
    },
  },
]
