/** Reports that a team's channel is open, and what the user drags there. */
import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { draggedElement } from '#ui/drag/surface.ts'
import { shownOfType } from '#shell/subjects.ts'
import { presenceTimes, presencePath, type PresentMember, togetherContract } from '../contract.ts'
import { startExpiryTimer, expirePresentMembers, setPresentMembers } from './present-members.ts'

/** Returns the id of the video or series being dragged. */
function draggedId(): string | null {
  const element = draggedElement.get()
  if (!element) return null
  const visibleItems = [...shownOfType('video'), ...shownOfType('serie')]
  const dragged =
    visibleItems.find((visibleItem) => visibleItem.element === element) ??
    visibleItems.find((visibleItem) => element.contains(visibleItem.element))
  return dragged?.value.id ?? null
}

/** After a failed socket, reports by calls for this many milliseconds before the next socket. */
const retryMs = 300_000
/** Open sockets get a message every minute. After this time without one, the socket is considered dead. */
const socketTimeoutMs = 90_000

/**
 * Reports the user's presence until the returned function is called: with a socket, the browser answers pings; without a socket, calls are
 * sent. A hidden tab does neither, so that its user soon counts as absent.
 */
export function reportPresence(playlistId: string): () => void {
  let lastDragged: string | null = null
  let isEnded = false
  let sending: Promise<void> = Promise.resolve()
  let socket: WebSocket | undefined
  let refusedUntil = 0
  let lastEventAt = 0
  const isFollowing = () => socket?.readyState === WebSocket.OPEN
  /** Sends reports one after another. Each contains the current drag, so that the next report corrects a lost report. */
  const report = () => (sending = sending.then(sendReport))
  async function sendReport() {
    if (isEnded) return
    const body = { playlist_id: playlistId, dragging: draggedId() }
    try {
      const { people } = await callEndpoint(togetherContract.notePresence, { body }, send)
      if (isEnded || isFollowing()) return
      setPresentMembers(playlistId, people)
      if (!socket && !document.hidden && performance.now() >= refusedUntil) follow()
    } catch {
      // Ignored, because the next report repeats the state.
    }
  }
  function follow() {
    const ownSocket = new WebSocket(`${location.origin.replace('http', 'ws')}${presencePath}?playlist_id=${playlistId}`)
    let wasOpen = false
    socket = ownSocket
    ownSocket.addEventListener('open', () => {
      // Closes the socket only now, because browsers complain about a socket that is closed while it connects.
      if (socket !== ownSocket) return ownSocket.close()
      wasOpen = true
      lastEventAt = performance.now()
    })
    ownSocket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (socket !== ownSocket) return
      lastEventAt = performance.now()
      setPresentMembers(playlistId, (JSON.parse(data) as { people: PresentMember[] }).people, true)
    })
    ownSocket.addEventListener('close', () => {
      if (socket !== ownSocket) return
      socket = undefined
      if (!wasOpen) refusedUntil = performance.now() + retryMs
      startExpiryTimer(playlistId)
    })
  }
  function leave() {
    const ownSocket = socket
    socket = undefined
    if (ownSocket?.readyState === WebSocket.OPEN) ownSocket.close()
    startExpiryTimer(playlistId)
  }
  const beat = () => {
    expirePresentMembers()
    if (isFollowing() && performance.now() - lastEventAt > socketTimeoutMs) leave()
    if (!document.hidden && !isFollowing()) void report()
  }
  const followVisibility = () => {
    if (document.hidden) leave()
    beat()
  }
  const reportDrag = () => {
    const now = draggedId()
    if (now === lastDragged) return
    lastDragged = now
    void report()
  }
  beat()
  const beats = setInterval(beat, presenceTimes.everySeconds * 1000)
  const expiry = setInterval(expirePresentMembers, 1000)
  document.addEventListener('visibilitychange', followVisibility)
  addEventListener('offline', leave)
  const stopFollowing = draggedElement.subscribe(reportDrag)
  return () => {
    isEnded = true
    clearInterval(beats)
    clearInterval(expiry)
    document.removeEventListener('visibilitychange', followVisibility)
    removeEventListener('offline', leave)
    stopFollowing()
    leave()
    setPresentMembers(playlistId, [])
  }
}
