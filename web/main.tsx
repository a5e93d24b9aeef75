import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { isExpired, parsePictureAddress, pictureSrcset } from '#features/media/picture-addresses.ts'
import { pages } from '#features/pages/web/feature.ts'
import { dropFirstData, readFirstData } from '#kit/web/first-data.ts'
import { clearEdits } from '#kit/web/pending-edits.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { shellHooks } from '#kit/web/shell-hooks.ts'
import { language } from '#kit/web/i18n.ts'
import type { ChangeFunction } from '#kit/web/change.ts'
import { createRead } from '#kit/web/read.ts'
import { onViewerChange } from '#kit/web/viewer.ts'
import '#ui/tokens.css'
import '#ui/base.css'
import { closeDialogs, dropLoadingDialogs } from '#ui/dialogs.ts'
import { runWhenIdle } from '#ui/idle.ts'
import { describePictures } from '#ui/Picture.tsx'
import { enableArrowNavigation } from '#ui/arrow-navigation.ts'
import { toast } from '#ui/toasts.ts'
import { runWhenSaved } from '#ui/unsaved.ts'
import { Frame, notFound, routes } from './routes.tsx'
import { openSearch } from '#features/search/web/open.ts'
import { isServerAvailable, checkHealth, notifyWhenOffline } from '#shell/availability.ts'
import { closeOnBack, go, pageHistory } from '#shell/navigation.ts'
import { deferInstallPrompt } from '#shell/install.ts'
import { storeLanguage } from '#shell/language.ts'
import { handleLinkClicks } from '#shell/links.ts'
import { promptLoginAgain } from '#shell/login-needed.ts'
import { createRouter } from '#shell/router/router.ts'
import { RouterView } from '#shell/router/RouterView.tsx'
import { setActionTools } from '#shell/action-tools.ts'
import { preloadActions, currentReader, registerFeature, setFeatureLoader } from '#shell/registry.ts'
import { handleShortcuts } from '#shell/shortcuts.ts'
import { reloadWhenStale, checkForUpdates } from '#shell/updates.ts'
import { applyTheme } from '#shell/theme.ts'

reloadWhenStale()
applyTheme()
notifyWhenOffline()
storeLanguage()
deferInstallPrompt()
readFirstData()

closeOnBack(pageHistory)
const cache = createQueryClient()
describePictures(
  (address) => ({ srcSet: pictureSrcset(address), colour: parsePictureAddress(address)?.colour }),
  // Signed addresses expire on pages that are open for a day. Reading again returns valid addresses.
  (address) => isExpired(address) && void cache.invalidateQueries(),
)
pageHistory.subscribe((page, previous) => {
  if (page.href !== previous.href) closeDialogs()
  // A replaced address, such as a filter, is still the same page.
  if (page.index !== previous.index) dropLoadingDialogs()
})

let makeChange: ChangeFunction | undefined
async function loadChange(): Promise<ChangeFunction> {
  const { createChange } = await import('#kit/web/change.ts')
  return (makeChange ??= createChange(cache))
}
/** Runs at once if the code is loaded: a change that is made as the user leaves the page can't wait. */
const change: ChangeFunction = (endpoint, input, changeOptions) =>
  makeChange ? makeChange(endpoint, input, changeOptions) : loadChange().then((make) => make(endpoint, input, changeOptions))

/** Loads the code for users, which guests don't need. If that fails, it is loaded when the code is needed. */
async function prepareForUsers(): Promise<void> {
  if (!currentReader().signedIn) return
  const startSession = () => import('./user-session.ts').then(({ startUserSession }) => startUserSession())
  await Promise.allSettled([preloadActions(), loadChange(), startSession()])
}

const router = createRouter(pageHistory, `/${language}`, routes, notFound)
enableArrowNavigation()
handleShortcuts(openSearch)
const read = createRead(cache)
setActionTools({ go, change, read })
registerFeature(pages)
setFeatureLoader(() => import('./features.ts').then(({ features }) => features), ['playlist', 'serie', 'video', 'channel', 'epg', 'tier'])
handleLinkClicks({
  go: pageHistory.push,
  preload: router.preload,
  prefetch: (href) => import('./prefetch.ts').then(({ prefetch }) => prefetch(href, read)),
})

shellHooks.refused = ({ message, status }) => toast(message, { warning: status !== 202 })
shellHooks.requiredFields = async () => (await import('#features/accounts/web/required-fields.ts')).promptRequiredFields()
shellHooks.sessionEnded = promptLoginAgain
shellHooks.unreachable = () => void checkHealth()

// After a login, a logout or a switch of teams, cached data belongs to the previous viewer.
onViewerChange(() => {
  dropFirstData()
  clearEdits()
  void prepareForUsers()
  // Waits until screens have updated, so that a screen after logout requests no data of users. While a form has unsaved input, its data
  // stays.
  setTimeout(() => runWhenSaved(() => void cache.resetQueries()))
})

// After an outage, cached data may be outdated, and failed loads may succeed.
isServerAvailable.subscribe(() => {
  if (!isServerAvailable.get()) return
  void prepareForUsers()
  void cache.invalidateQueries()
})

async function startApp(): Promise<void> {
  // The first render is the whole screen, with data from the page. The renderer is half of all code, and runs in a task of its own, to
  // avoid a long task.
  const [{ createRoot }] = await Promise.all([import('react-dom/client'), router.load(), prepareForUsers()])
  const page = createRoot(document.getElementById('root') as HTMLElement)
  // A transition renders in small steps, so that phones respond while a long page renders.
  startTransition(() =>
    page.render(
      <StrictMode>
        <QueryClientProvider client={cache}>
          <RouterView router={router}>
            <Frame />
          </RouterView>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  addEventListener(
    'focusin',
    ({ target }) => {
      const { href } = location
      void import('#ui/focus.ts').then(({ keepFocus }) => keepFocus(target, href)).catch(() => {})
    },
    { once: true },
  )
  // Not `pointermove` on phones, where Chrome sends one without a touch when the layout changes.
  for (const kind of ['touchstart', 'keydown', ...(window.matchMedia('(pointer: fine)').matches ? ['pointermove'] : [])])
    addEventListener(
      kind,
      () => void import('#ui/pointer-behaviour.ts').then(({ startPointerBehaviour }) => startPointerBehaviour()).catch(() => {}),
      {
        once: true,
      },
    )
  // Waits until the browser is idle, because rendering the screen is more important.
  runWhenIdle(() => void checkHealth().then(checkForUpdates))
}
// Not awaited, because the screens import this module, and would wait for it forever.
void startApp()
