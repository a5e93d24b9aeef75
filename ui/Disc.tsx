import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './Disc.module.css'
import { Icon } from './Icon.tsx'
import { Picture } from './Picture.tsx'

/** A thing as a disc shows it. */
export interface DiscSubject {
  id: string
  name: string
  picture?: string | null | undefined
}

interface DiscProps extends DiscSubject {
  /** Edge in px: 20 28 36 44 56 72 88. */
  size?: number | undefined
  /** The lamp: something is on now. */
  live?: boolean | undefined
  eager?: boolean | undefined
  className?: string | undefined
}

/** A channel. Round is always a channel; its name stands beside it. */
export function Disc({ size = 56, live, className, eager, ...subject }: DiscProps) {
  return (
    <span className={cx(css.disc, live && css.live, className)} style={{ '--size': `${size}px` }}>
      <Picture id={subject.id} name={subject.name} source={subject.picture} shape="disc" sizes={`${size}px`} eager={eager} />
    </span>
  )
}

/** A disc that holds a drawing: Watch Later, a new channel. */
export function IconDisc({ icon, size = 56, className }: { icon: string; size?: number; className?: string | undefined }) {
  return (
    <span className={cx(css.disc, css.drawn, className)} style={{ '--size': `${size}px` }}>
      <Icon of={icon} size={Math.round(size * 0.43)} />
    </span>
  )
}

interface GroupDiscProps {
  members: readonly DiscSubject[]
  /** Instead of its channels. */
  picture?: string | null | undefined
  size?: number | undefined
}

/** A group: square-ish, with its picture, else the first four of its channels in it. */
export function GroupDisc({ members, picture, size = 56 }: GroupDiscProps): ReactNode {
  return (
    <span className={cx(css.disc, css.group, picture && css.pictured)} style={{ '--size': `${size}px` }}>
      {picture ? (
        <Picture id={picture} name="" source={picture} shape="card" sizes={`${size}px`} />
      ) : (
        members.slice(0, 4).map((member) => <Disc key={member.id} {...member} size={size * 0.34} />)
      )}
    </span>
  )
}
