/** Storage paths of an upload's files, and names of the files that are served. */
import type { FileType } from '#kit/server/sandbox/detect-type.ts'

/** Folder of uploads. They are spread over a fixed number of subfolders, to limit the files per folder. */
export const uploadsFolder = 'videos'
export const uploadPrefix = (id: string) => `${uploadsFolder}/${id.slice(0, 2)}/${id}/`
export const uploadKey = (id: string, name: string) => uploadPrefix(id) + name

/** Name of the original file. It is served only if there is no converted file, and then as {@link playableOriginalName}. */
export const originalName = 'original'
export const playlistName = 'master.m3u8'
export const soundName = 'sound.m4a'
export const thumbnailsName = 'thumbnails.vtt'
export const spriteName = 'sprite.jpg'
/** Returns the name of a directly playable file, with the extension of its detected type. */
export const playableOriginalName = ({ ext }: Pick<FileType, 'ext'>) => `${originalName}.${ext}`

export const mediaAddress = (id: string, name: string) => `/media/videos/${id}/${name}`
export const captionsAddress = (videoId: string, language: string) => `/media/captions/${videoId}/${language}.vtt`

/** Media types of served files, by extension. Browsers execute none of these types. Files with other extensions are not served. */
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

/** @returns undefined for names that are unknown or never served */
export function typeOfFile(name: string): string | undefined {
  const [, ending = ''] = /^[a-z][\da-z-]{0,30}\.([\da-z]{2,4})$/.exec(name) ?? []
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}

/** Whether a file consists of segments, which players request one at a time. Browsers may request any range of other files. */
export const isSegmented = (name: string) => name.endsWith('.mp4') && !name.startsWith(originalName)

/** Whether browsers may get a file of this type unchanged. */
export const isPlayableUnchanged = ({ ext }: Pick<FileType, 'ext'>) => typeOfFile(playableOriginalName({ ext })) !== undefined
/** Whether a file is video or audio, by its first bytes. */
export const isMedia = ({ mime }: Pick<FileType, 'mime'>) =>
  /^(?:video|audio)\//.test(mime) || mime === 'application/ogg' || mime === 'application/mxf'
