import { useEffect, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { dotsThree } from './icons.ts'
import { type MenuSource, openMenu } from './menus.ts'
import { useStop } from './arrow-navigation.ts'
import { t } from './texts.ts'
import css from './MenuButton.module.css'

interface MenuButtonProps {
  /** Label for screen readers: "Actions for Night Trains". */
  label: string
  menu: MenuSource
  /** True while some rows are still loading. A press then opens the menu when they have loaded. */
  isPartial?: boolean | undefined
}

/** The three-dots button. */
export function MenuButton({ label, menu, isPartial }: MenuButtonProps) {
  const pressed = useRef<HTMLElement>(undefined)
  const open = () => {
    if (isPartial || !pressed.current) return
    openMenu(menu, pressed.current)
    pressed.current = undefined
  }
  useEffect(open)
  const toggleMenu = (button: HTMLElement) => {
    pressed.current = button
    open()
  }
  return <IconButton icon={dotsThree} label={label} aria-haspopup="menu" onClick={(event) => toggleMenu(event.currentTarget)} />
}

/** The three-dots button on a picture. Place it after the link that it belongs to, in the same element. */
export const MoreButton = ({ name, menu }: { name: string; menu: MenuSource }) => (
  <IconButton
    className={css.more}
    kind="plate"
    icon={dotsThree}
    iconSize={20}
    label={t('menu.of', { name })}
    aria-haspopup="menu"
    tabIndex={useStop().tabIndex}
    onClick={(event) => openMenu(menu, event.currentTarget)}
  />
)
