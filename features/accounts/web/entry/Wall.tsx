import { Picture, PictureFrame } from '#ui/Picture.tsx'
import css from './Wall.module.css'

/** A video for the wall of pictures. */
export interface WallSubject {
  id: string
  name: string
  picture: string
}

const rows = 6
const perRow = 5
/** The lit row. */
const lit = 1

/** A decorative wall of videos with one lit row. */
export function Wall({ subjects }: { subjects: readonly WallSubject[] }) {
  if (subjects.length === 0) return null
  return (
    <div className={css.wall} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={row === lit ? css.lit : css.row}>
          {Array.from({ length: perRow }, (_, at) => {
            const subject = subjects[(row * perRow + at) % subjects.length] as WallSubject
            return (
              <PictureFrame key={at} className={css.card}>
                <Picture id={subject.id} name={subject.name} source={subject.picture} shape="card" sizes="252px" />
              </PictureFrame>
            )
          })}
        </div>
      ))}
    </div>
  )
}
