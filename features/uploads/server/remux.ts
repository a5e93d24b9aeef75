/** Processing without ffmpeg. Runs in the sandbox, because it parses untrusted bytes. */
import { join } from 'node:path'
import {
  CmafOutputFormat,
  Conversion,
  FilePathSource,
  FilePathTarget,
  HlsOutputFormat,
  Input,
  MP4,
  Output,
  PathedTarget,
  QTFF,
} from 'mediabunny'
import { playlistName } from './files.ts'

/** Segments an MP4 file into CMAF without decoding. @returns null for other files, and for files of which a track would be lost */
export async function remuxVideo({ path, folder }: { path: string; folder: string }): Promise<{ duration: number } | null> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  try {
    const format = new HlsOutputFormat({
      segmentFormat: new CmafOutputFormat(),
      targetDuration: 6,
      singleFilePerPlaylist: true,
      getPlaylistPath: ({ n }) => `v${n}.m3u8`,
      getSegmentPath: ({ playlist }) => `v${playlist.n}.mp4`,
    })
    // Accepts only names that we assigned.
    const target = new PathedTarget(playlistName, (request) => {
      if (!/^(?:v\d{1,3}\.(?:m3u8|mp4)|master\.m3u8)$/.test(request.path)) throw new Error('not one of our names')
      return new FilePathTarget(join(folder, request.path))
    })
    const conversion = await Conversion.init({ input, output: new Output({ format, target }), showWarnings: false, tags: {} })
    if (!conversion.isValid || conversion.discardedTracks.length) return null
    await conversion.execute()
    return { duration: Math.round(await input.computeDuration()) }
  } finally {
    input.dispose()
  }
}
