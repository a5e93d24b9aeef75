import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { playlistName } from './files.ts'
import type { SoundTrack } from './probe.ts'

/** Playlist name of an audio track, without extension. */
export const soundTrackName = (at: number) => (at === 0 ? 'sound' : `sound${at + 1}`)

/** Returns a language's name in itself. */
function languageName(language: string): string | undefined {
  if (language === 'und') return undefined
  const name = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(language)
  return name && name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns unique track names: the title in the file, else the language. */
function nameSounds(tracks: readonly SoundTrack[]): string[] {
  const names: string[] = []
  for (const [at, { title, language }] of tracks.entries()) {
    const name = title || languageName(language) || `Audio ${at + 1}`
    names.push(names.includes(name) ? `${name} (${at + 1})` : name)
  }
  return names
}

/** Replaces ffmpeg's track names (`audio_0`, …) in the playlist by names and languages. */
export async function writeSoundNames(folder: string, tracks: readonly SoundTrack[]): Promise<void> {
  const path = join(folder, playlistName)
  const names = nameSounds(tracks)
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => {
    if (!line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO')) return line
    const at = tracks.findIndex((_, index) => line.includes(`URI="${soundTrackName(index)}.m3u8"`))
    if (at === -1) return line
    const { language } = tracks[at]!
    const named = `NAME="${names[at]}"${language === 'und' ? '' : `,LANGUAGE="${language}"`},AUTOSELECT=YES`
    return line.replace(/NAME="[^"]*"/, () => named)
  })
  await writeFile(path, lines.join('\n'))
}
