import { createRootRoute, createRoute, createRouter, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, useState } from 'react'
import { loadTexts as loadAccountsTexts } from '#features/accounts/web/texts.ts'
import { Welcome } from '#features/pages/web/welcome/Welcome.tsx'
import { language } from '#kit/web/i18n.ts'
import { Boundary } from '#ui/Boundary.tsx'
import { loadCode } from '#ui/lazily.ts'
import { type Search, searches } from '#shell/paths.ts'
import { Prompts } from './prompts/Prompts.tsx'
import { FailedScreen } from '#shell/FailedScreen.tsx'
import { Later } from '#shell/Later.tsx'
import { NotFoundScreen } from '#shell/NotFoundScreen.tsx'
import { Shell } from '#shell/Shell.tsx'
import { WelcomeContext, type WelcomeView } from '#shell/welcome.tsx'

/** Something of accounts, with its texts. */
const worded = async <C,>(component: C): Promise<C> => {
  await loadAccountsTexts()
  return component
}

const welcome = (view: WelcomeView) => <Welcome view={view} />
const Root = () => (
  <WelcomeContext value={welcome}>
    <Shell>
      <Boundary fallback={() => null}>
        <Later>
          <Prompts />
        </Later>
      </Boundary>
    </Shell>
  </WelcomeContext>
)

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundScreen, errorComponent: FailedScreen })

/** The names of the `$parts` of a path. */
type PartOf<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | PartOf<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

interface Options {
  /** Takes the whole window, without navigation. */
  alone?: boolean
}

/** A screen at a path. It gets the parts of the path and the parameters of the query as props; its code comes when it is needed. */
function screen<P extends string, const Names extends readonly string[]>(
  path: P,
  search: Names,
  load: () => Promise<ComponentType<Search<Names> & Record<PartOf<P>, string>>>,
  { alone = false }: Options = {},
) {
  let Loaded: ComponentType<object> | undefined
  const preload = async () => {
    Loaded = (await loadCode(load)) as ComponentType<object>
    return Loaded
  }
  const Lazy = lazy(async () => ({ default: await preload() }))
  const WithProps = () => {
    const query: object = useSearch({ strict: false })
    const parts: object = useParams({ strict: false })
    // What has been preloaded is there at once: a lazy component would show a fallback first, and React keeps that for 300 ms.
    const [Screen] = useState(() => Loaded ?? Lazy)
    return <Screen {...query} {...parts} />
  }
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (given) => Object.fromEntries(Object.entries(given).filter(([name]) => search.includes(name))),
    component: Object.assign(WithProps, { preload: () => preload().then(() => undefined) }),
    staticData: { alone },
  })
}

const loadResetLink = () => import('#features/accounts/web/password/ResetLink.tsx').then((module) => module.ResetLink)

const routes = [
  screen('/', searches.none, () => import('#features/curation/web/HomeScreen.tsx').then((module) => module.HomeScreen)),
  screen('/playlists', searches.playlists, () =>
    import('#features/curation/web/PlaylistsScreen.tsx').then((module) => module.PlaylistsScreen),
  ),
  screen('/login', searches.login, () => import('./LoginScreen.tsx').then((module) => worded(module.LoginScreen)), { alone: true }),
  screen('/register', searches.register, () => import('./RegisterScreen.tsx').then((module) => worded(module.RegisterScreen)), {
    alone: true,
  }),
  screen('/my-playlists', searches.myPlaylists, () =>
    import('#features/curation/web/MyPlaylistsScreen.tsx').then((module) => module.MyPlaylistsScreen),
  ),
  screen('/channels', searches.channels, () => import('#features/curation/web/ChannelsScreen.tsx').then((module) => module.ChannelsScreen)),
  screen('/search', searches.search, () => import('#features/curation/web/SearchScreen.tsx').then((module) => module.SearchScreen)),
  screen('/reset-password', searches.none, loadResetLink),
  screen('/reset-password/$token', searches.none, loadResetLink),
  screen('/reset-password/$token/$email', searches.none, loadResetLink),
  screen('/settings', searches.settings, () => import('./SettingsScreen.tsx').then((module) => worded(module.SettingsScreen))),
  screen('/terms', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadTerms())),
  screen('/privacy', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadPrivacy())),
  screen('/cookies', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadCookies())),
  screen('/cookiesPolicy', searches.none, () => import('#features/pages/web/policies/policies.tsx').then((module) => module.loadCookies())),
  createRoute({ getParentRoute: () => root, path: '/not-found', component: NotFoundScreen }),
  // Whatever is no page of ours may be the short name of a channel.
  screen('/$slug', searches.none, () => import('./SlugScreen.tsx').then((module) => module.SlugScreen)),
]

/** Ids may be all digits: what stands in a query is text and stays text. */
const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))
const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return given.length ? `?${new URLSearchParams(given).toString()}` : ''
}

export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren(routes),
    basepath: `/${language}`,
    parseSearch,
    stringifySearch,
    // A screen that breaks takes nothing else with it: the root has an error screen for the frame alone.
    defaultErrorComponent: FailedScreen,
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  })
