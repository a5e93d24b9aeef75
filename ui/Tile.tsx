import type { ReactNode, Ref } from 'react'
import { items as rowItems } from './drag/elements.ts'
import { type MenuSource, useContextMenu } from './menus.ts'
import { MoreButton } from './MenuButton.tsx'
import { TabStop, useStop } from './arrow-navigation.ts'
import { Picture, PictureFrame } from './Picture.tsx'
import { useRovingRow } from './useRovingRow.ts'
import css from './Tile.module.css'
import wallCss from './TileWall.module.css'

interface MosaicProps {
  /** Id and title of the thing that holds the pictures. */
  id: string
  name: string
  /** URLs of pictures, of which the first four are shown. */
  pictures: readonly string[]
  /** Width of all pictures together, in px. */
  width: number
}

/** Combines up to four pictures into one. Without pictures, shows the title card. */
function Mosaic({ id, name, pictures, width }: MosaicProps) {
  const firstPictures = pictures.slice(0, 4)
  return (
    <PictureFrame>
      {firstPictures.length === 0 ? (
        <Picture id={id} name={name} shape="card" />
      ) : (
        <span className={css.mosaic} data-count={firstPictures.length}>
          {firstPictures.map((picture, index) => (
            <span key={`${index} ${picture}`} className={css.part}>
              <Picture
                id={id}
                name={name}
                source={picture}
                shape="card"
                sizes={`${firstPictures.length === 1 || (firstPictures.length === 3 && index === 0) ? width : width / 2}px`}
              />
            </span>
          ))}
        </span>
      )}
    </PictureFrame>
  )
}

interface TileProps {
  id: string
  name: string
  /** Shown instead of the name, with some words marked. */
  label?: ReactNode
  /** Secondary line under the name. */
  meta?: ReactNode
  /** URLs of pictures in the thing. */
  pictures: readonly string[]
  href: string
  menu?: MenuSource | undefined
  ref?: Ref<HTMLDivElement> | undefined
}

/** A tile for a thing that contains videos: its first pictures over its name. */
export function Tile({ id, name, label, meta, pictures, href, menu, ref }: TileProps) {
  const context = useContextMenu(menu)
  const stop = useStop()
  return (
    <div ref={ref} className={css.tile}>
      <a className={css.main} href={href} draggable={false} {...stop} {...context}>
        <Mosaic id={id} name={name} pictures={pictures} width={360} />
        <span className={css.name}>{label ?? name}</span>
      </a>
      {meta && <p className={css.meta}>{meta}</p>}
      {menu && <MoreButton name={name} menu={menu} />}
    </div>
  )
}

interface TileWallProps<T> {
  /** Label for screen readers. */
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
  /** Shown after the last tile: a tile that adds an item. */
  last?: ReactNode
}

/** A grid of tiles. The Tab key stops once; arrow keys move inside the grid. */
export function TileWall<T>({ label, items, keyOf, children, last }: TileWallProps<T>) {
  const roving = useRovingRow(items.length, 'wall')
  return (
    <ul className={wallCss.wall} aria-label={label} {...roving.props}>
      {items.map((item, index) => (
        <li key={keyOf(item)} ref={rowItems.ref(index)} className={wallCss.item}>
          <TabStop value={index === roving.active}>{children(item)}</TabStop>
        </li>
      ))}
      {last && <li className={wallCss.item}>{last}</li>}
    </ul>
  )
}
