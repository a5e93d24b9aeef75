import css from './Mosaic.module.css'
import { Picture, PictureFrame } from './Picture.tsx'

interface MosaicProps {
  /** Of the thing that the pictures are in. */
  id: string
  name: string
  /** Addresses; the first four are shown. */
  pictures: readonly string[]
  /** How wide the whole is drawn, in px. */
  width: number
}

/** Up to four pictures of what is in a thing, as one picture; its title card when it has none. */
export function Mosaic({ id, name, pictures, width }: MosaicProps) {
  const shown = pictures.slice(0, 4)
  return (
    <PictureFrame>
      {shown.length === 0 ? (
        <Picture id={id} name={name} shape="card" />
      ) : (
        <span className={css.mosaic} data-count={shown.length}>
          {shown.map((picture, index) => (
            <span key={`${index} ${picture}`} className={css.part}>
              <Picture
                id={id}
                name={name}
                source={picture}
                shape="card"
                sizes={`${shown.length === 1 || (shown.length === 3 && index === 0) ? width : width / 2}px`}
              />
            </span>
          ))}
        </span>
      )}
    </PictureFrame>
  )
}
