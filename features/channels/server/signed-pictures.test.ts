import { expect, test } from 'vitest'
import type { JsonText } from '#kit/server/db/json-text.ts'
import type { Playlist } from '../contract.ts'
import { signPlaylistPictures } from './signed-pictures.ts'

const addSignature = <A extends string | null>(address: A): A => (address === null ? address : `${address}?signed`) as A

test('addresses of a channel’s own files are signed, similar text is not', () => {
  const evil = '","image":"/media/pictures/evil/960.webp"'
  const video = {
    title: evil,
    description: `\\${evil}`,
    image: '/media/pictures/a/960.webp',
    more_photo: '/media/pictures/b/960.webp',
    src: '/media/videos/c/index.m3u8',
    embed_url: null,
  }
  const other = { ...video, image: null, more_photo: null, src: 'https://films.test/media/pictures/d.webp' }
  const playlist = { name: evil, icon: '/media/pictures/e/960.webp', series: [{ description: evil, videos: [video, other] }] }
  const signed: unknown = JSON.parse(signPlaylistPictures(JSON.stringify(playlist) as JsonText<Playlist>, addSignature))
  expect(signed).toEqual({
    ...playlist,
    icon: '/media/pictures/e/960.webp?signed',
    series: [
      {
        description: evil,
        videos: [
          {
            ...video,
            image: '/media/pictures/a/960.webp?signed',
            more_photo: '/media/pictures/b/960.webp?signed',
            src: '/media/videos/c/index.m3u8?signed',
          },
          other,
        ],
      },
    ],
  })
})
