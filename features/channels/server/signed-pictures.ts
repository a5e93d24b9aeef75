/**
 * Signs addresses of pictures and files for readers who only have the private link. A signature is valid as long as the link, at most a
 * day. Content of public channels needs no signature. Owners and team members are authorised by their session.
 */
import type { SignPictureUrl } from '#features/media/server/picture-signatures.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import type { Playlist, Video } from '../contract.ts'

/** @param link the id of the channel behind a private link */
export type PictureSigner = (link: string) => Promise<SignPictureUrl>

const signPictures = (video: Video, sign: SignPictureUrl): Video => ({
  ...video,
  image: sign(video.image),
  more_photo: sign(video.more_photo),
  // The video may be an uploaded file.
  src: sign(video.src),
})

/** A field with an address on this site. Quotes inside JSON strings are escaped, so text can't match. */
const ownAddressPattern = /"(icon|image|more_photo|src)":"(\/media\/[^"\\]+)"/g

/** Replaces addresses in the text, because parsing is slow for large channels. */
export const signPlaylistPictures = (json: JsonText<Playlist>, sign: SignPictureUrl): JsonText<Playlist> =>
  json.replaceAll(ownAddressPattern, (_, field: string, address: string) => `"${field}":"${sign(address)}"`) as JsonText<Playlist>

export const signVideoPictures = (json: JsonText<Video>, sign: SignPictureUrl): JsonText<Video> =>
  JSON.stringify(signPictures(JSON.parse(json) as Video, sign)) as JsonText<Video>
