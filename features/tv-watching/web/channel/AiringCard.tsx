import type { RefCallback } from 'react'
import { LiveLamp } from '#ui/Badge.tsx'
import { cards, mergeRefs } from '#ui/drag/elements.ts'
import { MoreButton } from '#ui/MenuButton.tsx'
import { type MenuSource, useContextMenu } from '#ui/menus.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import { Progress } from '#ui/Spinner.tsx'
import css from './AiringCard.module.css'

interface AiringCardProps {
  id: string
  /** Day and time, because the programmes of a row differ in these. */
  title: string
  meta: string
  /** A note such as live or catch-up. */
  note: string | undefined
  /** For the current programme: the elapsed fraction, with its label. */
  live: { value: number; label: string } | undefined
  found: boolean
  onClick: () => void
  menu?: MenuSource | undefined
  ref?: RefCallback<HTMLElement> | undefined
}

/**
 * A programme in a row of programmes of the same series, without a picture. A long press, a right click or the three dots open its menu.
 */
export function AiringCard({ id, title, meta, note, live, found, onClick, menu, ref }: AiringCardProps) {
  const stop = useStop()
  return (
    <div ref={mergeRefs(ref, cards.ref(id))} className={css.card} data-card={id}>
      <button type="button" className={css.main} onClick={onClick} aria-current={found || undefined} {...stop} {...useContextMenu(menu)}>
        <span className={css.title}>{title}</span>
        <span className={css.meta}>{meta}</span>
        {note && (
          <span className={css.foot}>
            {live && <LiveLamp />}
            {note}
            {live && <Progress tone="live" {...live} />}
          </span>
        )}
      </button>
      {menu && <MoreButton name={title} menu={menu} />}
    </div>
  )
}
