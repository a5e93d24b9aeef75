import { type ItemAction, visibleActions } from './actions.ts'
import { IconButton } from './IconButton.tsx'
import { dotsThree } from './icons.ts'
import { openMenu } from './menus.ts'

interface MenuButtonProps {
  /** Says whose menu it is: "Actions for Night Trains". */
  label: string
  actions: readonly ItemAction[]
  kind?: 'plain' | 'glass' | 'quiet' | undefined
}

/** The three dots. Nothing when there is nothing to do. */
export function MenuButton({ label, actions, kind }: MenuButtonProps) {
  if (visibleActions(actions).length === 0) return null
  return (
    <IconButton
      icon={dotsThree}
      kind={kind}
      label={label}
      aria-haspopup="menu"
      onClick={(event) => openMenu({ label, actions, owner: event.currentTarget })}
    />
  )
}
