import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { check } from '#ui/icons.ts'
import { Icon } from '#ui/Icon.tsx'
import parts from '#ui/menuParts.module.css'
import css from './OptionButtons.module.css'

interface Option {
  value: string
  name: string
}

interface OptionMenuProps {
  /** Button label with the current value: "Speed, 1.5×". */
  label: string
  /** Heading of the menu: "Speed". */
  heading: string
  children: ReactNode
  options: readonly Option[]
  value: string
  onChoose: (value: string) => void
  /** Container of the menu: inside the player, because only the player is visible in full screen. */
  container: HTMLElement | null
  className?: string | undefined
}

/** A player button that opens a short list of options. */
export function OptionMenu({ label, heading, children, options, value, onChoose, container, className }: OptionMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={className ?? css.option} aria-label={label} title={label}>
        {children}
      </Menu.Trigger>
      <Menu.Portal container={container}>
        <Menu.Positioner className={css.place} side="top" align="start" sideOffset={8} collisionPadding={12}>
          <Menu.Popup className={cx(parts.surface, css.menu)}>
            <Menu.RadioGroup value={value} onValueChange={(choiceId: string) => onChoose(choiceId)} aria-label={heading}>
              {options.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value} className={cx(parts.row, css.choice)} closeOnClick>
                  <span className={css.mark}>
                    <Menu.RadioItemIndicator>
                      <Icon icon={check} size={20} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {option.name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
