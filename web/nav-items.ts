import * as icons from '#ui/icons.ts'
import type { Reader } from '#shell/actions.ts'
import { promptLogin } from '#shell/login-needed.ts'
import type { NavItem } from '#shell/Nav.tsx'
import { paths } from '#shell/paths.ts'
import { t } from '#shell/texts.ts'
import { openSearch } from '#features/search/web/open.ts'

/** Returns the navigation's pages. They depend on whether the user is logged in and acts for a team. */
export function navItems({ signedIn, inTeam }: Reader): readonly NavItem[] {
  const isOwnMode = !inTeam
  return [
    signedIn &&
      isOwnMode && {
        id: 'tv',
        name: t('nav.tv'),
        href: paths.channels(),
        at: ['/channels', '/tiers'],
        icon: icons.televisionSimple,
        iconOn: icons.televisionSimpleFill,
      },
    isOwnMode && {
      id: 'discover',
      name: t('nav.discover'),
      href: paths.playlists(),
      at: ['/playlists', '/following', ...(signedIn ? [] : ['/', '/channels', '/tiers'])],
      icon: icons.globeSimple,
      iconOn: icons.globeSimpleFill,
    },
    {
      id: 'mine',
      name: t('nav.mine'),
      href: paths.myPlaylists(),
      at: ['/my-playlists', '/favorites', ...(signedIn ? ['/'] : [])],
      icon: icons.heart,
      iconOn: icons.heartFill,
      open: signedIn ? undefined : () => void promptLogin('guest'),
    },
    isOwnMode && {
      id: 'search',
      name: t('nav.search'),
      href: paths.search(),
      at: ['/search'],
      icon: icons.magnifyingGlass,
      iconOn: icons.magnifyingGlass,
      open: openSearch,
    },
    {
      id: 'settings',
      name: t('nav.settings'),
      href: paths.settings(),
      at: ['/settings', '/statistics', '/teams'],
      icon: icons.gearSix,
      iconOn: icons.gearSixFill,
    },
  ].filter((place) => place !== false)
}
