import type { DiscSubject } from '#ui/Disc.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import css from './Illustrations.module.css'

/** A video for the wall of pictures. */
export interface ArtworkSubject {
  id: string
  name: string
  picture: string
}

const wallRows = 6
const wallColumns = 5
/** Index of the lit row, from 0. */
const highlightedRow = 1

/** A decorative wall of videos with one lit row. */
export function VideoWallArtwork({ subjects }: { subjects: readonly ArtworkSubject[] }) {
  if (subjects.length === 0) return null
  return (
    <div className={css.wall} aria-hidden="true">
      {Array.from({ length: wallRows }, (_, row) => (
        <div key={row} className={row === highlightedRow ? css.lit : css.row}>
          {Array.from({ length: wallColumns }, (_, index) => {
            const subject = subjects[(row * wallColumns + index) % subjects.length] as ArtworkSubject
            return (
              <PictureFrame key={index} className={css.card}>
                <Picture id={subject.id} name={subject.name} source={subject.picture} shape="card" sizes="252px" />
              </PictureFrame>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Rings around the top right corner: radius and disc size in px, and disc positions in degrees from the right. */
const rings = [
  { radius: 250, disc: 92, at: [124, 160] },
  { radius: 410, disc: 104, at: [104, 130, 156] },
  { radius: 580, disc: 118, at: [110, 128, 146, 164] },
  { radius: 760, disc: 132, at: [99, 113, 127, 141, 155] },
  { radius: 950, disc: 148, at: [108, 120, 132, 144, 156, 169] },
] as const
/** The highlighted disc: the first of the second ring. */
const highlightedDisc = 2

const discPlaces = rings.flatMap(({ radius, disc, at }) =>
  at.map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    return { disc, x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  }),
)

/** Decorative orbiting channels. */
export function ChannelOrbitsArtwork({ subjects }: { subjects: readonly DiscSubject[] }) {
  return (
    <div className={css.sky} aria-hidden="true">
      {rings.map(({ radius }) => (
        <span key={radius} className={css.ring} style={{ '--size': `${radius * 2}px` }} />
      ))}
      {subjects.length > 0 &&
        discPlaces.map(({ disc, x, y }, index) => {
          const subject = subjects[index % subjects.length] as DiscSubject
          return (
            <span
              key={`${x} ${y}`}
              className={index === highlightedDisc ? css.tuned : css.disc}
              style={{ '--x': `${x}px`, '--y': `${y}px`, '--size': `${disc}px` }}
            >
              <Picture {...subject} source={subject.picture} shape="disc" sizes={`${disc}px`} />
            </span>
          )
        })}
    </div>
  )
}
