import { IconButton } from './IconButton.tsx'
import { dotsThree } from './icons.ts'
import { type MenuSource, openMenu } from './menus.ts'

interface MenuButtonProps {
  /** Says whose menu it is: "Actions for Night Trains". */
  label: string
  menu: MenuSource
}

/** The three dots. */
export const MenuButton = ({ label, menu }: MenuButtonProps) => (
  <IconButton icon={dotsThree} label={label} aria-haspopup="menu" onClick={(event) => openMenu(menu, event.currentTarget)} />
)
