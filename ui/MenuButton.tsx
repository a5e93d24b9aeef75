import { IconButton } from './IconButton.tsx'
import { dotsThree } from './icons.ts'
import { type MenuSource, openMenu } from './menus.ts'
import { useStop } from './remote.ts'
import { t } from './texts.ts'
import css from './MenuButton.module.css'

interface MenuButtonProps {
  /** Accessible label: "Actions for Night Trains". */
  label: string
  menu: MenuSource
}

/** The three-dots button. */
export const MenuButton = ({ label, menu }: MenuButtonProps) => (
  <IconButton icon={dotsThree} label={label} aria-haspopup="menu" onClick={(event) => openMenu(menu, event.currentTarget)} />
)

/** The three dots on a picture. Place it after the link it belongs to, in the same element. */
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
