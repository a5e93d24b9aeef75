import type { MouseEvent, ReactNode, RefCallback } from 'react'
import css from './Card.module.css'
import { cx } from './cx.ts'
import { cards, mergeRefs } from './drag/elements.ts'
import { Icon } from './Icon.tsx'
import { playFill } from './icons.ts'
import { type MenuSource, useContextMenu } from './menus.ts'
import { MoreButton } from './MenuButton.tsx'
import { idHue } from './naming.ts'
import { Picture, PictureFrame } from './Picture.tsx'
import { useStop } from './arrow-navigation.ts'
import { Progress } from './Spinner.tsx'
import { t } from './texts.ts'

export type CardSize = 's' | 'm' | 'l' | 'xl'

const widths: Record<CardSize, string> = {
  s: '132px',
  m: '(min-width: 1700px) 272px, (min-width: 1400px) 220px, (min-width: 700px) 188px, 164px',
  l: '(min-width: 1700px) 408px, (min-width: 1400px) 344px, (min-width: 700px) 300px, 264px',
  xl: '320px',
}

interface CardProps {
  id: string
  title: string
  /** Secondary line: length, source, time. */
  meta?: ReactNode
  picture?: string | null | undefined
  size?: CardSize | undefined
  /** Address to which the card links. Use either `href` or `onClick`. */
  href?: string | undefined
  /** Called when the card is pressed. */
  onClick?: ((event: MouseEvent) => void) | undefined
  /** Shown on the picture: badges, a small disc. */
  over?: ReactNode
  /** Fraction of the broadcast that is over, from 0 to 1. */
  live?: number | undefined
  /** If true, highlights the card with a ring in its own colour. */
  found?: boolean | undefined
  /** Shown in the picture's bottom corner: a badge or button. */
  corner?: ReactNode
  /** Shown beside the title: a button. */
  beside?: ReactNode
  /** Shown below the card: one more line. */
  below?: ReactNode
  menu?: MenuSource | undefined
  ref?: RefCallback<HTMLElement> | undefined
}

/** A 3:2 picture with a title of at most two lines. A long press, a right click or the three-dots button opens the card's menu. */
export function Card({
  id,
  title,
  meta,
  picture,
  size = 'm',
  href,
  onClick,
  over,
  live,
  found,
  corner,
  beside,
  below,
  menu,
  ref,
}: CardProps) {
  const stop = useStop()
  const main = { className: css.main, onClick: onClick, 'aria-current': found || undefined, ...stop, ...useContextMenu(menu) }
  const inside = (
    <>
      <PictureFrame className={css.picture}>
        <Picture id={id} name={title} source={picture} shape="card" sizes={widths[size]} />
        {live !== undefined && <span className={css.shade} />}
        {over}
        <span className={css.play} aria-hidden="true" data-play="">
          <Icon icon={playFill} size={20} />
        </span>
        {live !== undefined && <Progress className={css.bar} tone="live" label={t('card.live')} value={live} />}
      </PictureFrame>
      <span className={css.title}>{title}</span>
      {meta && <span className={css.meta}>{meta}</span>}
    </>
  )
  return (
    <div
      ref={mergeRefs(ref, cards.ref(id))}
      className={cx(css.card, css[size], found && css.found, beside ? css.withBeside : undefined)}
      style={{ '--h': idHue(id) }}
      data-hue=""
      data-card={id}
    >
      {href ? (
        <a {...main} href={href} draggable={false}>
          {inside}
        </a>
      ) : (
        <button type="button" {...main}>
          {inside}
        </button>
      )}
      {(corner || beside) && (
        <div className={css.controls}>
          {corner && (
            <div className={css.corner} data-corner="">
              {corner}
            </div>
          )}
          {beside && <div className={css.beside}>{beside}</div>}
        </div>
      )}
      {below}
      {menu && <MoreButton name={title} menu={menu} />}
    </div>
  )
}
