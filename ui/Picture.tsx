import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import { cx } from './cx.ts'
import { truncate, idHue, initialsOf } from './naming.ts'
import css from './Picture.module.css'
import { runWhenInView } from './sight.ts'

/** Data encoded in a picture URL, besides its location. */
interface PictureFacts {
  /** Other widths, as in `<img srcset>`. */
  srcSet?: string | undefined
  /** Placeholder colour while it loads. */
  colour?: string | undefined
}

let describe = (_address: string): PictureFacts => ({})
let reportFailed = (_address: string): void => undefined

/**
 * Call once before the first render, with the URL scheme of the product's pictures.
 * @param onFailed receives each URL that failed to load
 */
export function describePictures(factsOf: (address: string) => PictureFacts, onFailed: (address: string) => void): void {
  describe = factsOf
  reportFailed = onFailed
}

/** Returns the average colour of a picture, `#rrggbb`, if its URL encodes it. */
export const pictureColour = (address: string): string | undefined => describe(address).colour

interface ArtworkProps {
  /** Id of the thing: determines its hue and title-card layout. */
  id: string
  /** Title of the thing: initials on a disc, all of it on a title card. */
  name: string
  shape: 'disc' | 'card'
}

/** Number of title-card layouts in the style sheet. */
const titleLayouts = 6
/** Maximum title characters; longer titles are cut. */
const titleLength = 72

/** Returns the title card's font size in hundredths of its width, so that the title fills it and the longest word fits. */
function titleSize(title: string): number {
  const longest = Math.max(...title.split(/[\s-]+/u).map((word) => word.length))
  return Math.max(7, Math.min(22, 140 / longest, 70 / Math.sqrt(title.length + 2)))
}

/** Artwork for a thing without a picture: its hue with broadcast rings, and initials (disc) or its title. */
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
  /** URL, if it has a picture. */
  source?: string | null | undefined
  /** Rendered width, as in `<img sizes>`. */
  sizes?: string | undefined
  /** Alt text; empty when nearby text covers it. */
  alt?: string | undefined
  /** Loads eagerly with high priority: the first picture of a screen. Others load lazily. */
  eager?: boolean | undefined
}

/** Pictures seen before are cached by the browser, so they needn't load lazily. */
const seenUrls = new Set<string>()

/** A thing's picture, filling its container; falls back to artwork. */
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
  /** Aspect ratio; 3:2 by default. */
  ratio?: number | undefined
}

/** A rounded picture frame with an inner hairline; badges and bars overlay it. */
export function PictureFrame({ children, className, ratio }: PictureFrameProps) {
  return (
    <span className={cx(css.frame, className)} style={ratio ? { aspectRatio: ratio } : undefined}>
      {children}
    </span>
  )
}
