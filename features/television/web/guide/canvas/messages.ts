/** What the page tells the worker that draws the guide while it is scrolled, and what that tells the page. */
import type { TimedProgramme } from '../../programmes.ts'
import type { Axis } from '../axis.ts'
import type { GuidePart } from '../guide-parts.ts'
import type { GuideSizes } from '../layout.ts'
import type { Pointed } from '../moves.ts'
import type { Viewport } from '../viewport.ts'

/** A channel as the head of a row shows it. */
export interface CanvasChannel {
  name: string
  /** An address on this host. */
  logo: string | null
  /** In place of a logo. */
  initials: string
  hue: number
}

/** As `FontFace` takes it. */
export interface CanvasFont {
  family: string
  source: string
  descriptors: { weight: string; unicodeRange: string }
}

export const colourNames = ['bg', 'surface-1', 'surface-2', 'text', 'text-2', 'text-3', 'line', 'accent', 'rim', 'skeleton'] as const
export const artworkNames = ['art-from', 'art-to', 'art-ring', 'art-text'] as const
/** Stands for the hue of a channel in the colours of its disc. */
export const anyHue = '123456'

/** All that the guide looks like, beside what is on. */
export interface CanvasLook {
  axis: Axis
  now: number
  sizes: GuideSizes
  pointed: Pointed
  /** Rows in all. */
  count: number
  pixelRatio: number
  locale: string
  /** Said where no guide tells what is on. */
  nothingKnown: string
  fontFamily: string
  colours: Readonly<Record<(typeof colourNames)[number] | (typeof artworkNames)[number], string>>
}

export type ToWorker =
  | { is: 'begin'; canvas: OffscreenCanvas; fonts: readonly CanvasFont[] }
  | { is: 'page'; channels: readonly CanvasChannel[] }
  | { is: 'part'; part: GuidePart<TimedProgramme> }
  | { is: 'look'; look: CanvasLook }
  | { is: 'place'; place: Viewport }

/** It can draw; it has drawn what was told since the last look. */
export type FromWorker = 'ready' | 'drawn'
