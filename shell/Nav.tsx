import type { MouseEvent } from 'react'
import { useSignedIn, useStored } from '#kit/web/storage.ts'
import { Brand } from '#ui/Brand.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import * as icons from '#ui/icons.ts'
import { activeTab } from './active-tab.ts'
import { paths } from './paths.ts'
import { t } from './texts.ts'
import { askToLogIn } from './login-needed.ts'
import { useHere } from './navigation.ts'
import css from './Nav.module.css'

interface Place {
  name: string
  href: string
  /** Below the language: where one is when one is here. */
  at: readonly string[]
  icon: string
  iconOn: string
  onClick?: (event: MouseEvent) => void
}

/** Where one can go from here: it depends on who one is and for whom one acts. */
function placesOf(signedIn: boolean, inTeam: boolean): Place[] {
  const needsLogin = (event: MouseEvent) => {
    event.preventDefault()
    void askToLogIn('guest')
  }
  const own = !inTeam
  return [
    signedIn &&
      own && {
        name: t('nav.tv'),
        href: paths.channels(),
        at: ['/channels', '/tiers'],
        icon: icons.televisionSimple,
        iconOn: icons.televisionSimpleFill,
      },
    own && {
      name: t('nav.discover'),
      href: paths.playlists(),
      at: ['/playlists', '/following', ...(signedIn ? [] : ['/'])],
      icon: icons.globeSimple,
      iconOn: icons.globeSimpleFill,
    },
    {
      name: t('nav.mine'),
      href: paths.myPlaylists(),
      at: ['/my-playlists', ...(signedIn ? ['/'] : [])],
      icon: icons.heart,
      iconOn: icons.heartFill,
      ...(!signedIn && { onClick: needsLogin }),
    },
    own && {
      name: t('nav.search'),
      href: paths.search(),
      at: ['/search'],
      icon: icons.magnifyingGlass,
      iconOn: icons.magnifyingGlass,
    },
    {
      name: t('nav.settings'),
      href: paths.settings(),
      at: ['/settings', '/statistics', '/teams'],
      icon: icons.gearSix,
      iconOn: icons.gearSixFill,
    },
  ].filter((place) => place !== false)
}

interface NavProps {
  /** The window is filled: a rail at the side, with the way back to the frame where there is room for one. */
  filled: boolean
  onUnfill: (() => void) | undefined
}

/** The remote: a floating bar at the bottom, a rail at the side when the window is filled. */
export function Nav({ filled, onUnfill }: NavProps) {
  const signedIn = useSignedIn()
  const inTeam = useStored('account_mode') === 'TEAM'
  const path = useHere()
  const tab = activeTab.use()
  const here = tab === undefined ? path : tab === 'discover' ? '/playlists' : undefined
  return (
    <>
      {!filled && <div className={css.fade} />}
      <nav className={filled ? css.rail : css.bar} aria-label={t('nav.label')}>
        {filled && (
          <a className={css.brand} href={paths.playlists()}>
            <Brand size={20} />
          </a>
        )}
        {placesOf(signedIn, inTeam).map(({ name, href, at, icon, iconOn, onClick }) => {
          const isHere = here !== undefined && at.includes(here)
          return (
            <a
              key={href}
              href={href}
              className={cx(css.place, isHere && css.here)}
              aria-current={isHere ? 'page' : undefined}
              onClick={onClick}
            >
              <Icon of={isHere ? iconOn : icon} />
              <span>{name}</span>
            </a>
          )
        })}
        {filled && onUnfill && <IconButton className={css.unfill} icon={icons.cornersIn} label={t('frame.unfill')} onClick={onUnfill} />}
      </nav>
    </>
  )
}
