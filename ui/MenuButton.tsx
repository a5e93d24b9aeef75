import { IconButton } from './IconButton.tsx'
import { dotsThree } from './icons.ts'
import { type MenuSource, openMenu } from './menus.ts'

interface MenuButtonProps {
  /** Accessible label: "Actions for Night Trains". */
  label: string
  menu: MenuSource
}

/** The three-dots button. */
export const MenuButton = ({ label, menu }: MenuButtonProps) => (
  <IconButton icon={dotsThree} label={label} aria-haspopup="menu" onClick={(event) => openMenu(menu, event.currentTarget)} />
)
