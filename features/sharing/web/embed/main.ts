/** The embedded player, without a framework, storage or user data. Plays the videos in the page's data block. */
import './embed.css'
import { type EmbedData, embedDataId, type EmbedVideo } from '../../embed-data.ts'
import { startPlayback } from './play.ts'
import { reportView } from './report-view.ts'
import { planPlayback } from '#features/player/web/plan.ts'

const byId = (id: string) => document.getElementById(id)!

const { videos, startSeconds, texts } = JSON.parse(byId(embedDataId).textContent ?? '') as EmbedData
const [stage, status] = [byId('stage'), byId('said')]
const title = byId('title') as HTMLAnchorElement
const rows = [...document.querySelectorAll<HTMLButtonElement>('#list button')]
const fillText = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match)

let endPlayback = () => {}

function showStatus(text: string) {
  status.textContent = text
  status.hidden = text === ''
}

function planFor(video: EmbedVideo, index: number) {
  const start_at = index === 0 && startSeconds !== null ? startSeconds : video.start_at
  return planPlayback({ ...video, start_at, partOf: '' }, location)
}

function markCurrent(index: number) {
  const video = videos[index]!
  title.textContent = video.title
  title.href = video.href
  for (const [nth, row] of rows.entries()) {
    if (nth === index) row.setAttribute('aria-current', 'true')
    else row.removeAttribute('aria-current')
  }
}

function startVideo(index: number) {
  const video = videos[index]
  if (!video) return
  endPlayback()
  markCurrent(index)
  const plan = planFor(video, index)
  const fail = () => showStatus(fillText(texts.failed, { title: video.title }))
  showStatus('')
  if (plan.type === 'nothing') {
    stage.replaceChildren()
    return fail()
  }
  const frameTitle = plan.type === 'frame' ? fillText(texts.frame, { provider: plan.provider }) : video.title
  const { end_at: endSeconds, captions } = video
  endPlayback = startPlayback(stage, plan, {
    title: frameTitle,
    endSeconds,
    captions,
    // If the channel is no longer public, the page says so when it is loaded again; else it shows the videos that are left.
    onPlaying: () => void reportView(video.id).then((isGone) => isGone && location.reload()),
    onEnded: () => startVideo(index + 1),
    onFailure: fail,
  })
}

/** Loads nothing from third parties until the user clicks play. */
function prepareStart() {
  const [video] = videos
  const button = stage.querySelector('button')
  if (!video || !button) return
  const plan = planFor(video, 0)
  if (plan.type === 'frame') showStatus(fillText(texts.consent, { provider: plan.provider }))
  button.addEventListener('click', () => startVideo(0))
}

for (const [index, row] of rows.entries()) row.addEventListener('click', () => startVideo(index))
prepareStart()
