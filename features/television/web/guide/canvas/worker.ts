// Draws the guide while it is scrolled, beside the page: what it costs, no frame of the page has to wait for.
import type { TimedProgramme } from '../../programmes.ts'
import { createGuideParts } from '../guide-parts.ts'
import type { Viewport } from '../viewport.ts'
import { createGuideDrawing } from './draw.ts'
import type { CanvasChannel, CanvasFont, CanvasLook, FromWorker, ToWorker } from './messages.ts'

const parts = createGuideParts<CanvasChannel, TimedProgramme>()
let canvas: OffscreenCanvas | undefined
let look: CanvasLook | undefined
let drawing: ReturnType<typeof createGuideDrawing> | undefined
let place: Viewport | undefined
let frame = 0
/** The page waits for what it has asked for. */
let isAwaited = false

const tell = (message: FromWorker) => self.postMessage(message, { transfer: [] })

async function addFonts(fonts: readonly CanvasFont[]): Promise<void> {
  const set = (self as unknown as { fonts: FontFaceSet }).fonts
  for (const { family, source, descriptors } of fonts) set.add(new FontFace(family, source, descriptors))
  // Those of other letters come when there are such letters.
  await Promise.all([...new Set(fonts.map(({ family }) => family))].map((family) => set.load(`16px "${family}"`))).catch(() => undefined)
}

function draw(): void {
  frame = 0
  if (!canvas || !look || !place || !drawing) return
  drawing.draw(place, look)
  if (isAwaited) tell('drawn')
  isAwaited = false
}

const soon = () => void (frame ||= requestAnimationFrame(draw))

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.is) {
    case 'begin':
      canvas = data.canvas
      drawing = createGuideDrawing(canvas, parts, soon)
      void addFonts(data.fonts).then(() => tell('ready'))
      break
    case 'page':
      parts.addPage(data.channels)
      break
    case 'part':
      parts.add(data.part)
      if (place) soon()
      break
    case 'look':
      look = data.look
      isAwaited = true
      break
    case 'place':
      place = data.place
      soon()
  }
})
