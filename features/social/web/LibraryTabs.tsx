import { latePaths } from '#shell/late-paths.ts'
import { paths } from '#shell/paths.ts'
import css from './LibraryTabs.module.css'
import { t } from './texts.ts'

export type LibraryTab = 'following' | 'favorites' | 'history'

/** Links between the user's followed channels, favourites and history, at the top of each screen. */
export function LibraryTabs({ current }: { current: LibraryTab }) {
  const tabs: { id: LibraryTab; name: string; href: string }[] = [
    { id: 'following', name: t('following.title'), href: paths.following() },
    { id: 'favorites', name: t('favorites.title'), href: latePaths.favorites() },
    { id: 'history', name: t('library.history'), href: paths.playlists({ 'recent-view': 'true' }) },
  ]
  return (
    <nav className={css.tabs} aria-label={t('library.title')}>
      {tabs.map(({ id, name, href }) => (
        <a key={id} className={css.tab} href={href} aria-current={id === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
