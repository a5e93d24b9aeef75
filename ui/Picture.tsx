import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import { cx } from './cx.ts'
import { hueOf, initialsOf } from './naming.ts'
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

interface ArtworkProps {
  /** Of the thing: its hue. */
  id: string
  /** Of the thing: its initials. */
  name: string
  /** Initials in the middle of a disc, or at the bottom left of a card. */
  shape: 'disc' | 'card'
}

/** What stands for a thing without a picture: its initials on a hue of its own, with broadcast rings. */
function Artwork({ id, name, shape }: ArtworkProps) {
  return (
    <span className={cx(css.art, css[shape])} style={{ '--h': hueOf(id) }}>
      <span aria-hidden="true">{initialsOf(name)}</span>
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
  const look = { className: cx(css.picture, css[thing.shape]), style: { '--h': hueOf(thing.id), backgroundColor: colour } }
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
