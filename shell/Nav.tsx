import { useLayoutEffect } from 'react'
import { useSignedIn, useStored } from '#kit/web/storage.ts'
import { Brand } from '#ui/Brand.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { cornersIn } from '#ui/icons.ts'
import { createStore } from '#ui/store.ts'
import type { Reader } from './actions.ts'
import { isPlainClick } from './links.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'
import { useCurrentPath } from './navigation.ts'
import css from './Nav.module.css'

/** An item of the main navigation. */
export interface NavItem {
  id: string
  name: string
  href: string
  /** Prefixes of the paths (without the language) for which the item is current. */
  at: readonly string[]
  icon: string
  iconOn: string
  /** Opens a dialog instead of navigating, unless the press opens a new tab. */
  open?: (() => void) | undefined
}

interface NavProps {
  /** The items for the current user and the team they act for. */
  getNavItems: (reader: Reader) => readonly NavItem[]
  /**
   * Whether the layout fills the window: the navigation is a rail at the side. If there is room, the rail has a button that leaves this
   * layout.
   */
  filled: boolean
  onOutlineIcon: (() => void) | undefined
}

/** A floating bar at the bottom; a rail at the side in full-window layout. */
export function Nav({ getNavItems, filled, onOutlineIcon }: NavProps) {
  const signedIn = useSignedIn()
  const isTeamMode = useStored('account_mode') === 'TEAM'
  const path = useCurrentPath()
  const tab = activeTab.use()
  return (
    <>
      {!filled && <div className={css.fade} />}
      <nav className={filled ? css.rail : css.bar} aria-label={t('nav.label')}>
        {filled && (
          <a className={css.brand} href={paths.playlists()}>
            <Brand size={20} />
          </a>
        )}
        {getNavItems({ signedIn, inTeam: isTeamMode }).map(({ id, name, href, at, icon, iconOn, open }) => {
          const isHere = tab === undefined ? at.includes(path) : id === tab
          return (
            <a
              key={href}
              href={href}
              className={cx(css.place, isHere && css.here)}
              aria-current={isHere ? 'page' : undefined}
              onClick={(event) => {
                if (!open || !isPlainClick(event)) return
                event.preventDefault()
                open()
              }}
            >
              <Icon icon={isHere ? iconOn : icon} />
              <span>{name}</span>
            </a>
          )
        })}
        {filled && onOutlineIcon && (
          <IconButton className={css.unfill} icon={cornersIn} label={t('frame.unfill')} onClick={onOutlineIcon} />
        )}
      </nav>
    </>
  )
}

/** The navigation tab that a screen sets because its address doesn't determine the tab. `none`: no tab. */
export type ActiveTab = 'discover' | 'mine' | 'none'

const activeTab = createStore<ActiveTab | undefined>(undefined)

/** Sets the tab while the screen is mounted. */
export function useActiveTab(tab: ActiveTab | undefined): void {
  useLayoutEffect(() => {
    activeTab.set(tab)
    return () => activeTab.set(undefined)
  }, [tab])
}
