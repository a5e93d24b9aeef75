import type { ReactNode, Ref } from 'react'
import { type MenuSource, useContextMenu } from './menus.ts'
import { MoreButton } from './MoreButton.tsx'
import { Mosaic } from './Mosaic.tsx'
import { useStop } from './remote.ts'
import css from './Tile.module.css'

interface TileProps {
  id: string
  name: string
  /** Secondary line under the name. */
  meta?: ReactNode
  /** Pictures of its contents. */
  pictures: readonly string[]
  href: string
  menu?: MenuSource | undefined
  ref?: Ref<HTMLDivElement> | undefined
}

/** A tile for a container of videos: its first pictures over its name. */
export function Tile({ id, name, meta, pictures, href, menu, ref }: TileProps) {
  const context = useContextMenu(menu)
  const stop = useStop()
  return (
    <div ref={ref} className={css.tile}>
      <a className={css.main} href={href} draggable={false} {...stop} {...context}>
        <Mosaic id={id} name={name} pictures={pictures} width={360} />
        <span className={css.name}>{name}</span>
      </a>
      {meta && <p className={css.meta}>{meta}</p>}
      {menu && <MoreButton name={name} menu={menu} />}
    </div>
  )
}
