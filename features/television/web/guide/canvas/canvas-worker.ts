/** A canvas over the guide, and the worker that draws it: it is told what has come of the guide, as that comes. */
import { hueOf, initialsOf } from '#ui/naming.ts'
import { pictureSrcset } from '#features/media/picture-addresses.ts'
import type { TvChannel } from '../../../shapes.ts'
import type { Guide } from '../guide-data.ts'
import type { Drawing } from '../paint-rows.ts'
import type { Viewport } from '../viewport.ts'
import css from './canvas.module.css'
import { makeArtwork, readFonts, readLook } from './look.ts'
import type { CanvasChannel, FromWorker, ToWorker } from './messages.ts'

/** Without it elements are drawn while it is scrolled. What follows the system's own colours has to be elements. */
export const canDrawInWorker = (): boolean =>
  typeof Worker === 'function' &&
  'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
  'roundRect' in CanvasRenderingContext2D.prototype &&
  !matchMedia('(forced-colors: active)').matches

const channelOf = ({ id, name, logoId }: TvChannel): CanvasChannel => ({
  name,
  // The least of its widths.
  logo: logoId && (pictureSrcset(logoId)?.split(' ')[0] ?? logoId),
  initials: initialsOf(name),
  hue: hueOf(id),
})

/** @param onMessage it is ready, or has drawn what was told since the last look */
export function beginWorker(grid: Element, guide: Guide, onMessage: (message: FromWorker) => void) {
  const fonts = readFonts()
  const canvas = document.createElement('canvas')
  canvas.className = css.canvas ?? ''
  canvas.setAttribute('aria-hidden', 'true')
  const artwork = makeArtwork()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => onMessage(data))
  const offscreen = canvas.transferControlToOffscreen()
  post({ is: 'begin', canvas: offscreen, fonts }, [offscreen])
  grid.after(canvas, artwork)

  let toldPages = 0
  const toldParts = new Set<unknown>()
  const tell = () => {
    const pages = guide.pages()
    for (const { channels } of pages.slice(toldPages)) post({ is: 'page', channels: channels.map(channelOf) })
    toldPages = pages.length
    for (const part of guide.parts()) {
      if (toldParts.has(part)) continue
      toldParts.add(part)
      post({ is: 'part', part })
    }
  }
  tell()
  const stopTelling = guide.subscribe(tell)

  return {
    /** What it looks like: read when scrolling begins, as a theme may be another by then. */
    tellLook: (drawing: Drawing) => post({ is: 'look', look: readLook(grid, artwork, drawing) }),
    tellPlace: (place: Viewport) => post({ is: 'place', place }),
    show: (isSeen: boolean) => void canvas.toggleAttribute('data-seen', isSeen),
    stop(): void {
      stopTelling()
      worker.terminate()
      canvas.remove()
      artwork.remove()
    },
  }
}
