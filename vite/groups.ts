import { userCode } from './user-code.ts'

/** Chunks of the web app: few files that load in parallel, instead of many small files that load one after another. */
export const groups = [
  // The renderer. It loads in parallel with the other files, and runs after them.
  { name: 'renderer', test: /\/node_modules\/(react-dom|scheduler)\//, priority: 3, includeDependenciesRecursively: false },
  // Code that every page loads at its start.
  { name: 'main', tags: ['$initial' as const], priority: 2 },
  // Guests' landing pages and the likely next pages, with their imports.
  {
    name: 'landing',
    test: /\/(features\/arranging\/web\/home\/HomeScreen|features\/channels\/web\/PlaylistsScreen|web\/PlaylistsScreen)\.tsx$/,
    priority: 1,
  },
  // Calls and rules that several dialogs or screens share, but not the first screen.
  {
    name: 'calls',
    test: /\/contract\.ts(\?calls=|$)|\/features\/[\w-]+\/(rules|links|services|web\/addresses|web\/useOwnChannels)\.ts$/,
    minShareCount: 2,
  },
  // Parts that account forms share, and the action that continues after a login.
  {
    name: 'accounts',
    test: /\/features\/accounts\/web\/|\/shell\/pending-action\.ts$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Parts that screens and dialogs share.
  {
    name: 'ui',
    test: /\/(ui\/(?!drag\/|\w*Dialog|MenuPopup|ImageField)[^/]+|ui\/drag\/late-elements\.ts|kit\/(web|contract)\/[^/]+|shell\/[^/]+)$|\/node_modules\/@tanstack\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'welcome', test: /\/features\/pages\/web\/welcome\//, minShareCount: 2, includeDependenciesRecursively: false },
  // Code that starts a drag while the other drag code loads.
  {
    name: 'drag',
    test: /\/ui\/(drag\/await-press|fade)\.ts$/,
    includeDependenciesRecursively: false,
  },
  // Small files that several TV screens share. A single file keeps the preload list of the first page short.
  {
    name: 'television',
    test: /\/(features\/guide\/web\/(texts|times|programmes|genres|subjects|screen\/axis)|kit\/web\/format-minutes|shell\/act-for-user)\.ts$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // The search's screen, dialogs and part of the palette share most of their code.
  { name: 'search', test: /\/features\/search\/(tokens|web\/(?!feature|open|FeedDialog))/, includeDependenciesRecursively: false },
  // Icons that several dialogs or menus share. In separate files, each would cost a request for 200 bytes.
  { name: 'icons', test: /\/@phosphor-icons\//, minShareCount: 2 },
  // Parts that menus and dialogs share.
  {
    name: 'popups',
    test: /\/node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\/|\/ui\/(Dialog|MenuPopup)\b/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: userCode(), debugName: 'user', includeDependenciesRecursively: false },
]
