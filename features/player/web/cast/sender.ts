/**
 * Loads Google's sender library and casts with it. The interfaces below are the parts of the library that are used.
 * @see https://developers.google.com/cast/docs/web_sender
 */
import type { CastItem } from '../../cast-data.ts'

const senderAddress = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'
/** Loading timeout in ms. */
const loadMs = 10_000

interface MediaInfo {
  streamType: string
  metadata: unknown
}
interface CastSession {
  loadMedia: (request: unknown) => Promise<unknown>
  getCastDevice: () => { friendlyName: string }
}
interface CastContext {
  setOptions: (options: { receiverApplicationId: string; autoJoinPolicy: string }) => void
  requestSession: () => Promise<unknown>
  getCurrentSession: () => CastSession | null
  endCurrentSession: (stopCasting: boolean) => void
}
interface CastWindow {
  __onGCastApiAvailable?: (isAvailable: boolean) => void
  cast?: { framework: { CastContext: { getInstance: () => CastContext } } }
  chrome?: {
    cast?: {
      AutoJoinPolicy: { ORIGIN_SCOPED: string }
      media: {
        DEFAULT_MEDIA_RECEIVER_APP_ID: string
        StreamType: { LIVE: string; BUFFERED: string }
        MediaInfo: new (src: string, type: string) => MediaInfo
        GenericMediaMetadata: new () => { title?: string; subtitle?: string }
        LoadRequest: new (info: MediaInfo) => { currentTime?: number }
      }
    }
  }
}
const host = window as unknown as CastWindow

/** Creates a storage in memory for the library. */
function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  }
}

/** Replaces the page's storage. On pages without an origin, the real storage throws, which the library may not expect. */
function provideMemoryStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      void window[name]
    } catch {
      Object.defineProperty(window, name, { value: memoryStorage() })
    }
  }
}

const loadSender = () =>
  new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('the sender library did not come'))
    provideMemoryStorage()
    host.__onGCastApiAvailable = (isAvailable) => (isAvailable ? resolve() : fail())
    const script = document.createElement('script')
    script.src = senderAddress
    script.addEventListener('error', fail)
    setTimeout(fail, loadMs)
    document.head.append(script)
  })

let context: CastContext | undefined

async function contextOf(): Promise<CastContext> {
  if (context) return context
  await loadSender()
  const api = host.chrome?.cast
  if (!host.cast || !api) throw new Error('the sender library is not complete')
  context = host.cast.framework.CastContext.getInstance()
  context.setOptions({
    receiverApplicationId: api.media.DEFAULT_MEDIA_RECEIVER_APP_ID,
    autoJoinPolicy: api.AutoJoinPolicy.ORIGIN_SCOPED,
  })
  return context
}

/** Whether the user closed the dialog without choosing a device. */
const isCancelled = (error: unknown) => error === 'cancel' || (error as { code?: unknown } | null)?.code === 'cancel'

/** Lets the user choose a device and plays the item on it. @returns the device's name; undefined if none was chosen */
export async function castTo(item: CastItem): Promise<string | undefined> {
  const result = await contextOf()
  try {
    await result.requestSession()
  } catch (error) {
    if (isCancelled(error)) return undefined
    throw error
  }
  const session = result.getCurrentSession()
  const media = host.chrome?.cast?.media
  if (!session || !media) throw new Error('there is no session')
  const info = new media.MediaInfo(item.src, item.type)
  info.streamType = item.isLive ? media.StreamType.LIVE : media.StreamType.BUFFERED
  info.metadata = Object.assign(new media.GenericMediaMetadata(), { title: item.title, subtitle: item.subtitle })
  const request = new media.LoadRequest(info)
  if (!item.isLive) request.currentTime = item.position
  await session.loadMedia(request)
  return session.getCastDevice().friendlyName
}

export const stopCasting = (): void => context?.endCurrentSession(true)
