import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import { cx } from './cx.ts'
import { truncate, idHue, initialsOf } from './naming.ts'
import css from './Picture.module.css'
import { runWhenInView } from './in-view.ts'

/** Data that a picture's URL encodes. */
interface PictureProperties {
  /** Other widths, as in `<img srcset>`. */
  srcSet?: string | undefined
  /** Colour to show while the picture loads. */
  colour?: string | undefined
}

let describe = (_address: string): PictureProperties => ({})
let reportFailed = (_address: string): void => undefined

/** Sets how to read the picture's URL. Call once, before the first render. @param onFailed receives each URL that failed to load */
export function describePictures(factsOf: (address: string) => PictureProperties, onFailed: (address: string) => void): void {
  describe = factsOf
  reportFailed = onFailed
}

/** Returns the average colour of a picture, `#rrggbb`, if its URL encodes it. */
export const pictureColour = (address: string): string | undefined => describe(address).colour

interface ArtworkProps {
  /** Id of the thing. Determines the colour and layout of its artwork. */
  id: string
  /** Title of the thing. A disc shows its initials, a title card all of it. */
  name: string
  shape: 'disc' | 'card'
}

/** Number of layouts of title cards in the style sheet. */
const titleLayouts = 6
/** Maximum characters of the title. Longer titles are cut. */
const titleLength = 72

/** Returns the font size of a title card, in hundredths of its width, with which the title fills the card and the longest word fits. */
function titleSize(title: string): number {
  const longest = Math.max(...title.split(/[\s-]+/u).map((word) => word.length))
  return Math.max(7, Math.min(22, 140 / longest, 70 / Math.sqrt(title.length + 2)))
}

/** Drawn for a thing without a picture: rings in the thing's colour, with initials (disc) or the title (card). */
function Artwork({ id, name, shape }: ArtworkProps) {
  const hue = idHue(id)
  if (shape === 'disc')
    return (
      <span className={cx(css.art, css.disc)} style={{ '--h': hue }} data-hue="">
        <span aria-hidden="true">{initialsOf(name)}</span>
      </span>
    )
  const title = truncate(name, titleLength)
  return (
    <span className={cx(css.art, css.card)} data-layout={hue % titleLayouts} style={{ '--h': hue }} data-hue="">
      <span className={css.cardTitle} style={{ fontSize: `${titleSize(title).toFixed(1)}cqw` }} aria-hidden="true">
        {title}
      </span>
    </span>
  )
}

interface PictureProps extends ArtworkProps {
  /** URL of the picture, if there is one. */
  source?: string | null | undefined
  /** Width on the page, as in `<img sizes>`. */
  sizes?: string | undefined
  /** Alternative text; empty if text nearby says the same. */
  alt?: string | undefined
  /**
   * If true, loads at once with high priority, as the first picture of a screen should. Other pictures load when they are near the view.
   */
  eager?: boolean | undefined
}

/** Pictures seen before. The browser has cached them, so that they needn't load lazily. */
const seenUrls = new Set<string>()

/** A thing's picture, which fills its container. Without a picture, or if it fails to load, shows artwork. */
export function Picture({ source, sizes, alt = '', eager = false, ...attributes }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const [inSight, setInSight] = useState(false)
  const place: RefCallback<HTMLElement> = useCallback(
    (element) => (element ? runWhenInView(element, () => setInSight(true)) : undefined),
    [],
  )
  if (!source || failed === source) return <Artwork {...attributes} />

  const { srcSet, colour } = describe(source)
  const shared = {
    className: cx(css.picture, css[attributes.shape]),
    style: { '--h': idHue(attributes.id), backgroundColor: colour },
    'data-hue': '',
  }
  if (!eager && !inSight && !seenUrls.has(source)) return <span ref={place} {...shared} />
  return (
    <img
      {...shared}
      src={source}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={attributes.shape === 'disc' ? 300 : 600}
      height={attributes.shape === 'disc' ? 300 : 400}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={() => seenUrls.add(source)}
      onError={() => {
        setFailed(source)
        reportFailed(source)
      }}
    />
  )
}

interface PictureFrameProps {
  children: ReactNode
  className?: string | undefined
  /** Aspect ratio. Default: 3:2. */
  ratio?: number | undefined
}

/** A rounded frame for a picture, with a thin inner line. Badges and bars are shown on top of it. */
export function PictureFrame({ children, className, ratio }: PictureFrameProps) {
  return (
    <span className={cx(css.frame, className)} style={ratio ? { aspectRatio: ratio } : undefined}>
      {children}
    </span>
  )
}
