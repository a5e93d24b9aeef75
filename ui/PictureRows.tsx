import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Picture, PictureFrame } from './Picture.tsx'
import css from './PictureRows.module.css'
import { Skeleton, SkeletonBlock } from './Skeleton.tsx'

interface PictureRowsProps {
  label?: string
  /** True to use columns if the list is wide enough. */
  columns?: boolean
  children: ReactNode
}

/** A vertical list of things with pictures. */
export const PictureRows = ({ label, columns, children }: PictureRowsProps) => (
  <ul className={cx(css.list, columns && css.columns)} aria-label={label}>
    {children}
  </ul>
)

interface PictureRowProps {
  /** Id of the thing. Determines its artwork. */
  id: string
  name: string
  /** Shown instead of the name, with some words marked. */
  label?: ReactNode
  picture: string | null
  /** Address to which the row links. Undefined: no link. */
  href?: string | undefined
  /** Shown at the bottom of the picture. */
  over?: ReactNode
  /** Secondary line under the name. */
  about?: ReactNode
  /** Shown below the secondary line. */
  below?: ReactNode
  /** Shown at the end: actions. */
  children?: ReactNode
}

export const PictureRow = ({ id, name, label, picture, href, over, about, below, children }: PictureRowProps) => (
  <li className={css.item}>
    <span className={css.picture}>
      <PictureFrame>
        <Picture id={id} name={name} source={picture} shape="card" sizes="120px" />
      </PictureFrame>
      {over && <span className={css.over}>{over}</span>}
    </span>
    <div className={css.words}>
      {href === undefined ? (
        <span className={css.name}>{label ?? name}</span>
      ) : (
        <a className={css.name} href={href}>
          {label ?? name}
        </a>
      )}
      {about && <p className={css.about}>{about}</p>}
      {below}
    </div>
    {children}
  </li>
)

/** Grey placeholders for the first rows. */
export const PictureRowsSkeleton = ({ label, columns }: { label: string; columns?: boolean }) => (
  <Skeleton label={label}>
    <div className={cx(css.list, columns && css.columns)}>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={css.item}>
          <span className={css.picture}>
            <PictureFrame>
              <SkeletonBlock height={80} shape="card" />
            </PictureFrame>
          </span>
          <span className={css.words}>
            <SkeletonBlock width="60%" height={16} />
            <SkeletonBlock width="35%" height={12} />
          </span>
        </div>
      ))}
    </div>
  </Skeleton>
)
