import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import { cx } from './cx.ts'
import { cut, hueOf, initialsOf } from './naming.ts'
import css from './Picture.module.css'
import { whenInSight } from './sight.ts'

/** What an address tells of its picture, beside where it is. */
interface PictureFacts {
  /** The same picture in other widths, as in `<img srcset>`. */
  srcSet?: string | undefined
  /** A colour to stand there until it comes. */
  colour?: string | undefined
}

let describe = (_address: string): PictureFacts => ({})
let tellFailed = (_address: string): void => undefined

/**
 * To be called once, before the first render, by whoever knows how the product's pictures are addressed.
 * @param onFailed hears of an address at which nothing came
 */
export function describePictures(how: (address: string) => PictureFacts, onFailed: (address: string) => void): void {
  describe = how
  tellFailed = onFailed
}

/** The average colour of the picture at an address, `#rrggbb`, as far as the address tells it. */
export const colourOf = (address: string): string | undefined => describe(address).colour

interface ArtworkProps {
  /** Of the thing: its hue, and how its title card is laid out. */
  id: string
  /** Of the thing: its initials on a disc, the whole of it on a title card. */
  name: string
  shape: 'disc' | 'card'
}

/** Ways to lay out a title card, see the style sheet. */
const titleLayouts = 6
/** Characters of a title that are set; a longer one is cut. */
const titleLength = 72

/** Size of the letters of a title card, in hundredths of its width: the whole title fills it, and its longest word fits. */
function titleSize(title: string): number {
  const longest = Math.max(...title.split(/[\s-]+/u).map((word) => word.length))
  return Math.max(7, Math.min(22, 140 / longest, 70 / Math.sqrt(title.length + 2)))
}

/** What stands for a thing without a picture, on a hue of its own, with broadcast rings: initials on a disc, else its title in large letters. */
function Artwork({ id, name, shape }: ArtworkProps) {
  const hue = hueOf(id)
  if (shape === 'disc')
    return (
      <span className={cx(css.art, css.disc)} style={{ '--h': hue }} data-hue="">
        <span aria-hidden="true">{initialsOf(name)}</span>
      </span>
    )
  const title = cut(name, titleLength)
  return (
    <span className={cx(css.art, css.card)} data-layout={hue % titleLayouts} style={{ '--h': hue }} data-hue="">
      <span className={css.cardTitle} style={{ fontSize: `${titleSize(title).toFixed(1)}cqw` }} aria-hidden="true">
        {title}
      </span>
    </span>
  )
}

interface PictureProps extends ArtworkProps {
  /** Its address, if it has a picture. */
  source?: string | null | undefined
  /** How wide it is drawn, as in `<img sizes>`. */
  sizes?: string | undefined
  /** What is to be seen on it; nothing when the words beside it say so. */
  alt?: string | undefined
  /** The one that the screen opens with: fetched at once and first. All others wait until they come in sight. */
  eager?: boolean | undefined
}

/** Pictures that have been in sight: the browser has them, so they need not wait again. */
const seen = new Set<string>()

/** The picture of a thing, filling the place it is put in; its artwork when there is none or when it does not come. */
export function Picture({ source, sizes, alt = '', eager = false, ...thing }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const [inSight, setInSight] = useState(false)
  const place: RefCallback<HTMLElement> = useCallback((element) => (element ? whenInSight(element, () => setInSight(true)) : undefined), [])
  if (!source || failed === source) return <Artwork {...thing} />

  const { srcSet, colour } = describe(source)
  const look = { className: cx(css.picture, css[thing.shape]), style: { '--h': hueOf(thing.id), backgroundColor: colour }, 'data-hue': '' }
  if (!eager && !inSight && !seen.has(source)) return <span ref={place} {...look} />
  return (
    <img
      {...look}
      src={source}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={thing.shape === 'disc' ? 300 : 600}
      height={thing.shape === 'disc' ? 300 : 400}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={() => seen.add(source)}
      onError={() => {
        setFailed(source)
        tellFailed(source)
      }}
    />
  )
}

interface PictureFrameProps {
  children: ReactNode
  className?: string | undefined
  /** Width by height; 3:2 unless told. */
  ratio?: number | undefined
}

/** The rounded place of a picture, with a hairline inside its edge; badges and bars are laid over it. */
export function PictureFrame({ children, className, ratio }: PictureFrameProps) {
  return (
    <span className={cx(css.frame, className)} style={ratio ? { aspectRatio: ratio } : undefined}>
      {children}
    </span>
  )
}
