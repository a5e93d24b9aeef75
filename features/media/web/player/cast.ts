/**
 * Casting through the browser's Remote Playback API: the content security policy blocks Google's third-party sender library on
 * this page. That runs in a separate window: `google-cast.ts`.
 * @see https://w3c.github.io/remote-playback/
 */
import type { PlayerMedia } from './control.ts'

/** Whether this browser supports remote playback. */
export const canCast = typeof RemotePlayback !== 'undefined' && 'chrome' in globalThis

export type CastFailure = 'castNone' | 'castUnfit' | 'castFailed' | 'castBlocked'

/**
 * Opens the browser's device list, or ends casting.
 * @returns why it failed; undefined on success or when dismissed
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
