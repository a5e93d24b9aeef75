import type { ReactNode } from 'react'
import type { ItemAction } from './actions.ts'
import { IconButton } from './IconButton.tsx'
import { dotsThree } from './icons.ts'
import { openMenu, useContextMenu } from './menus.ts'
import { Mosaic } from './Mosaic.tsx'
import { useStop } from './remote.ts'
import { t } from './texts.ts'
import css from './Tile.module.css'

interface TileProps {
  id: string
  name: string
  /** A quieter line under its name. */
  meta?: ReactNode
  /** Pictures of what is in it. */
  pictures: readonly string[]
  href: string
  actions?: readonly ItemAction[] | undefined
}

/** Something that holds things to watch, on a wall of such: its first pictures over its name. */
export function Tile({ id, name, meta, pictures, href, actions }: TileProps) {
  const menu = useContextMenu(name, actions)
  const stop = useStop()
  return (
    <div className={css.tile}>
      <a className={css.main} href={href} draggable={false} {...stop} {...menu}>
        <Mosaic id={id} name={name} pictures={pictures} width={360} />
        <span className={css.name}>{name}</span>
      </a>
      {meta && <p className={css.meta}>{meta}</p>}
      {actions && actions.length > 0 && (
        <IconButton
          className={css.more}
          kind="glass"
          icon={dotsThree}
          iconSize={20}
          label={t('menu.of', { name })}
          aria-haspopup="menu"
          tabIndex={stop.tabIndex}
          onClick={(event) => openMenu({ label: name, actions, owner: event.currentTarget })}
        />
      )}
    </div>
  )
}
