/**
 * The casting page, in a window of its own. Only this page's content security policy allows Google's script. Its sandbox has no origin, so
 * the script has no access to our data.
 */
import './cast.css'
import { type CastItem, castDataId, type CastMessage, type CastTexts, isCastMessage } from '../../cast-data.ts'
import { castTo, stopCasting } from './sender.ts'

/** Milliseconds after the press before anything is loaded from Google, so that the user can close the window before that. */
const startMs = 1000

const texts = JSON.parse(document.getElementById(castDataId)?.textContent ?? '{}') as CastTexts
const elementById = (id: string) => document.getElementById(id) as HTMLElement
const [title, state, start, again, stop] = ['title', 'state', 'start', 'again', 'stop'].map(elementById) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
  HTMLElement,
  HTMLElement,
]

const opener = window.opener as Window | null
const postToOpener = (message: CastMessage) => opener?.postMessage(message, location.origin)

let item: CastItem | undefined

function showState(words: string, button?: HTMLElement): void {
  state.textContent = words
  for (const item of [start, again, stop]) item.hidden = item !== button
  button?.focus()
}

async function startCasting(): Promise<void> {
  if (!item) return showState(texts.failed, again)
  showState(texts.choosing)
  try {
    const device = await castTo(item)
    if (device === undefined) return showState('', again)
    showState(texts.playing.replace('{device}', device), stop)
    postToOpener({ cast: 'playing' })
  } catch {
    showState(texts.failed, again)
  }
}

start.querySelector('button')?.addEventListener('click', () => {
  showState(texts.starting)
  setTimeout(() => void startCasting(), startMs)
})
again.addEventListener('click', () => void startCasting())
stop.addEventListener('click', () => {
  stopCasting()
  window.close()
})
addEventListener('message', ({ source, origin, data }) => {
  if (source !== opener || origin !== location.origin || !isCastMessage(data) || data.cast !== 'item') return
  item = data.item
  title.textContent = item.title
})
if (opener) postToOpener({ cast: 'ready' })
else showState(texts.failed)
