import css from './Mosaic.module.css'
import { Picture, PictureFrame } from './Picture.tsx'

interface MosaicProps {
  /** Id and title of the thing that holds the pictures. */
  id: string
  name: string
  /** URLs; the first four are shown. */
  pictures: readonly string[]
  /** Total width in px. */
  width: number
}

/** Combines up to four pictures into one; shows the title card when there are none. */
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
