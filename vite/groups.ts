import { userCode } from './user-code.ts'

/** Few files that are fetched side by side, instead of a dozen small ones that follow each other. */
export const groups = [
  // what puts elements on a page, which comes beside the rest and runs after it
  { name: 'renderer', test: /\/node_modules\/(react-dom|scheduler)\//, priority: 3, includeDependenciesRecursively: false },
  // what every screen needs
  { name: 'main', tags: ['$initial' as const], priority: 2 },
  // where guests land, and where they go next, with all that these are made of
  { name: 'landing', test: /\/(features\/curation\/web\/(HomeScreen|PlaylistsScreen)|web\/PlaylistsScreen)\.tsx$/, priority: 1 },
  // calls that several dialogs or screens make, and not the first one; rules that they share
  {
    name: 'calls',
    test: /\/contract\.ts(\?calls=|$)|\/features\/[\w-]+\/(rules|links|services|web\/addresses|web\/useMine)\.ts$/,
    minShareCount: 2,
  },
  // what several forms of an account are made of, and what they say one came for
  {
    name: 'accounts',
    test: /\/features\/accounts\/web\/|\/shell\/comes-for\.ts$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // what screens and dialogs are made of
  {
    name: 'ui',
    test: /\/(ui\/(?!drag\/|\w*Dialog|MenuPopup)[^/]+|kit\/(web|contract)\/[^/]+|shell\/[^/]+)$|\/node_modules\/@tanstack\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'welcome', test: /\/features\/pages\/web\/welcome\//, minShareCount: 2, includeDependenciesRecursively: false },
  // what dragging begins with, before that has come which drags
  {
    name: 'drag',
    test: /\/(ui\/drag\/await-press|features\/curation\/web\/arrange\/arranged)\.ts$/,
    includeDependenciesRecursively: false,
  },
  // small files that several screens of television share: the list of files that the first one preloads names one
  {
    name: 'television',
    test: /\/(features\/television\/web\/(texts|times|programmes|genres|subjects|do-for-user)|kit\/web\/format-minutes)\.ts$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // icons that several dialogs or menus draw: each in a file of its own would be a request for 200 bytes
  { name: 'icons', test: /\/@phosphor-icons\//, minShareCount: 2 },
  // what menus and dialogs are made of
  {
    name: 'popups',
    test: /\/node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\/|\/ui\/(Dialog|MenuPopup)\b/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: userCode(), debugName: 'user', includeDependenciesRecursively: false },
]
