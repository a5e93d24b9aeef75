/** Reads what a canvas needs of the page's styles: a worker has none. */
import { locale } from '#kit/web/i18n.ts'
import { t } from '../../texts.ts'
import type { Drawing } from '../paint-rows.ts'
import { anyHue, artworkNames, type CanvasFont, type CanvasLook, colourNames } from './messages.ts'

const valuesOf = <Name extends string>(element: Element, names: readonly Name[]) => {
  const style = getComputedStyle(element)
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`)])) as Record<Name, string>
}

/** @param artwork an element with the hue that stands for any */
export function readLook(grid: Element, artwork: Element, { axis, now, sizes, pointed, count }: Drawing): CanvasLook {
  return {
    axis,
    now,
    sizes,
    pointed,
    count,
    pixelRatio: devicePixelRatio,
    locale,
    nothingKnown: t('guide.nothing_known'),
    fontFamily: getComputedStyle(grid).fontFamily,
    colours: { ...valuesOf(grid, colourNames), ...valuesOf(artwork, artworkNames) },
  }
}

export function makeArtwork(): HTMLElement {
  const artwork = document.createElement('span')
  artwork.hidden = true
  artwork.dataset['hue'] = ''
  artwork.style.setProperty('--h', anyHue)
  return artwork
}

/** The fonts of the page's own style sheets. */
export function readFonts(): CanvasFont[] {
  const sheets = [...document.styleSheets].filter(({ href }) => !href || new URL(href).origin === location.origin)
  return sheets.flatMap((sheet) =>
    [...sheet.cssRules]
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style }) => ({
        family: style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
        source: style
          .getPropertyValue('src')
          .replaceAll(
            /url\(["']?([^"')]+)["']?\)/g,
            (_, address: string) => `url("${new URL(address, sheet.href ?? location.href).href}")`,
          ),
        descriptors: { weight: style.getPropertyValue('font-weight'), unicodeRange: style.getPropertyValue('unicode-range') },
      })),
  )
}
