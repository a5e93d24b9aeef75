import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'
import { hueOf, initialsOf } from './naming.ts'
import css from './Picture.module.css'

/** What an address tells of its picture, beside where it is. */
interface PictureFacts {
  /** The same picture in other widths, as in `<img srcset>`. */
  srcSet?: string | undefined
  /** A colour to stand there until it comes. */
  colour?: string | undefined
}

let describe = (_address: string): PictureFacts => ({})

/** To be called once, before the first render, by whoever knows how the product's pictures are addressed. */
export function describePictures(how: (address: string) => PictureFacts): void {
  describe = how
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
export function Artwork({ id, name, shape }: ArtworkProps) {
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
  /** Above the fold: fetched at once and first. */
  eager?: boolean | undefined
}

/** The picture of a thing, filling the place it is put in; its artwork when there is none or when it does not come. */
export function Picture({ source, sizes, alt = '', eager, ...thing }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  if (!source || failed === source) return <Artwork {...thing} />
  const { srcSet, colour } = describe(source)
  return (
    <img
      className={cx(css.picture, css[thing.shape])}
      style={{ '--h': hueOf(thing.id), backgroundColor: colour }}
      src={source}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={thing.shape === 'disc' ? 300 : 600}
      height={thing.shape === 'disc' ? 300 : 400}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(source)}
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
