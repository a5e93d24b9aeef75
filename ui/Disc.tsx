import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './Disc.module.css'
import { Icon } from './Icon.tsx'
import { Picture } from './Picture.tsx'

/** The data that a disc shows. */
export interface DiscSubject {
  id: string
  name: string
  picture?: string | null | undefined
}

interface DiscProps extends DiscSubject {
  /** Size in px, one of 20, 28, 36, 44, 56, 72 and 88. */
  size?: number | undefined
  /** True to show the live lamp. */
  live?: boolean | undefined
  eager?: boolean | undefined
  className?: string | undefined
}

/** A channel's round picture. Only channels are round. Parents show the name beside the disc. */
export function Disc({ size = 56, live, className, eager, ...subject }: DiscProps) {
  return (
    <span className={cx(css.disc, live && css.live, className)} style={{ '--size': `${size}px` }}>
      <Picture id={subject.id} name={subject.name} source={subject.picture} shape="disc" sizes={`${size}px`} eager={eager} />
    </span>
  )
}

/** A disc with an icon, as for Watch Later or a new channel. */
export function IconDisc({ icon, size = 56, className }: { icon: string; size?: number; className?: string | undefined }) {
  return (
    <span className={cx(css.disc, css.drawn, className)} style={{ '--size': `${size}px` }}>
      <Icon icon={icon} size={Math.round(size * 0.43)} />
    </span>
  )
}

interface GroupDiscProps {
  members: readonly DiscSubject[]
  /** The group's own picture. Default: the pictures of its channels. */
  picture?: string | null | undefined
  size?: number | undefined
}

/** A group: a rounded square with its own picture or the pictures of its first four channels. */
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
