/** Reports an open channel of a team, and what the user drags there. */
import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { draggedElement } from '#ui/drag/surface.ts'
import { shownOfType } from '#shell/subjects.ts'
import { presence, togetherContract } from '../contract.ts'
import { expirePresent, setPresent } from './present.ts'

/** Returns the id of the video or series being dragged. */
function draggedId(): string | null {
  const element = draggedElement.get()
  if (!element) return null
  const shown = [...shownOfType('video'), ...shownOfType('serie')]
  const dragged = shown.find((one) => one.element === element) ?? shown.find((one) => element.contains(one.element))
  return dragged?.value.id ?? null
}

/** Reports until the returned function is called. A hidden tab doesn't: its user counts as gone after a while. */
export function reportPresence(playlistId: string): () => void {
  let last: string | null = null
  let isEnded = false
  let sending: Promise<void> = Promise.resolve()
  /** One report after the other, each with the present drag: a lost one is corrected by the next. */
  const report = () => (sending = sending.then(sendReport))
  async function sendReport() {
    if (isEnded) return
    const body = { playlist_id: playlistId, dragging: draggedId() }
    try {
      const { people } = await call(togetherContract.notePresence, { body }, send)
      if (!isEnded) setPresent(playlistId, people)
    } catch {
      // The next report repeats it.
    }
  }
  const reportIfVisible = () => {
    expirePresent()
    if (!document.hidden) void report()
  }
  const reportDrag = () => {
    const now = draggedId()
    if (now === last) return
    last = now
    void report()
  }
  reportIfVisible()
  const beat = setInterval(reportIfVisible, presence.everySeconds * 1000)
  const expiry = setInterval(expirePresent, 1000)
  document.addEventListener('visibilitychange', reportIfVisible)
  const stopFollowing = draggedElement.subscribe(reportDrag)
  return () => {
    isEnded = true
    clearInterval(beat)
    clearInterval(expiry)
    document.removeEventListener('visibilitychange', reportIfVisible)
    stopFollowing()
    setPresent(playlistId, [])
  }
}
