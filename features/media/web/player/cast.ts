/**
 * Sending what plays to a television, by the browser's own Remote Playback API: Google's sender library is a script of a third
 * party, which the content security policy keeps out of the page. What it can cast goes by a window of its own: `google-cast.ts`.
 * @see https://w3c.github.io/remote-playback/
 */
import type { PlayerMedia } from './control.ts'

/** Whether this browser can look for televisions at all. */
export const canCast = typeof RemotePlayback !== 'undefined' && 'chrome' in globalThis

export type CastFailure = 'castNone' | 'castUnfit' | 'castFailed' | 'castBlocked'

/**
 * Opens the browser's list of televisions, or ends what is being sent.
 * @returns why it did not come to that; undefined when it did, or when the person thought better of it
 */
export async function castTo(media: PlayerMedia | null): Promise<CastFailure | undefined> {
  if (!media?.remote) return 'castUnfit'
  try {
    await media.remote.prompt()
    return undefined
  } catch (error) {
    switch (error instanceof DOMException ? error.name : '') {
      case 'NotFoundError':
        return 'castNone'
      case 'NotSupportedError':
      case 'InvalidStateError':
        return 'castUnfit'
      case 'NotAllowedError':
      case 'AbortError':
        return undefined
      default:
        return 'castFailed'
    }
  }
}
