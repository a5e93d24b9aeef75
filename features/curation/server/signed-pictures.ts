/**
 * What only a link opens is shown to strangers with pictures and files that open by themselves, for as long as that link is right, a day at most.
 * Owners and teams see them by their login, and everybody those of public channels.
 */
import type { Sign } from '#features/media/server/picture-signatures.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import type { Playlist, Video } from '../contract.ts'

/** @param link the id of the channel behind a private link */
export type Signer = (link: string) => Promise<Sign>

const signed = (video: Video, sign: Sign): Video => ({
  ...video,
  image: sign(video.image),
  more_photo: sign(video.more_photo),
  // An uploaded file.
  src: sign(video.src),
})

/** A field with an address of ours. Within a text of JSON each quote follows a backslash, so that no text looks like one. */
const ownAddress = /"(icon|image|more_photo|src)":"(\/media\/[^"\\]+)"/g

/** In the text as it is: a large channel takes long to parse. */
export const signedPlaylist = (json: JsonText<Playlist>, sign: Sign): JsonText<Playlist> =>
  json.replaceAll(ownAddress, (_, field: string, address: string) => `"${field}":"${sign(address)}"`) as JsonText<Playlist>

export const signedVideo = (json: JsonText<Video>, sign: Sign): JsonText<Video> =>
  JSON.stringify(signed(JSON.parse(json) as Video, sign)) as JsonText<Video>
