/** Where the files of an upload lie, and what may be asked of them. */
import type { FileType } from '#kit/server/sandbox/detect-type.ts'

/** Spread over folders that stay, so that none grows without bound. */
export const uploadsFolder = 'videos'
export const uploadPrefix = (id: string) => `${uploadsFolder}/${id.slice(0, 2)}/${id}/`
export const uploadKey = (id: string, name: string) => uploadPrefix(id) + name

/** The file as it was uploaded; it is served only where no other was made of it. */
export const originalName = 'original'
export const playlistName = 'master.m3u8'
export const soundName = 'sound.m4a'
export const thumbnailsName = 'thumbnails.vtt'
export const spriteName = 'sprite.jpg'
/** A file that browsers play as it is, under the ending of what it was found to be. */
export const playableOriginalName = ({ ext }: Pick<FileType, 'ext'>) => `${originalName}.${ext}`

export const mediaAddress = (id: string, name: string) => `/media/videos/${id}/${name}`
export const captionsAddress = (videoId: string, language: string) => `/media/captions/${videoId}/${language}.vtt`

/** The media type of each kind of file that is served: no other ending leaves the store, and none that a browser runs. */
const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
}

/** @returns undefined for a name that no file of an upload has, or that is not served */
export function typeOfFile(name: string): string | undefined {
  const [, ending = ''] = /^[a-z][\da-z-]{0,30}\.([\da-z]{2,4})$/.exec(name) ?? []
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}

/** Can a browser be given a file of this type as it is? */
export const isServedAsItIs = ({ ext }: Pick<FileType, 'ext'>) => typeOfFile(playableOriginalName({ ext })) !== undefined
/** Is it a file of a film or of sound, by its first bytes? */
export const isMedia = ({ mime }: Pick<FileType, 'mime'>) =>
  /^(?:video|audio)\//.test(mime) || mime === 'application/ogg' || mime === 'application/mxf'
