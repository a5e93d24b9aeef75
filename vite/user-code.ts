import { basename } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** Returns these modules with all their static imports. */
function withImports(ids: readonly string[], { getModuleInfo }: Pick<Context, 'getModuleInfo'>): Set<string> {
  const result = new Set<string>()
  const queue = [...ids]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (result.has(id)) continue
    result.add(id)
    queue.push(...(getModuleInfo(id)?.importedIds ?? []))
  }
  return result
}

const isFeature = (id: string) => /\/web\/features?\.ts$/.test(id)
/** Parts and actions for guests, which load separately from those for users. */
const isForEveryone = (id: string) =>
  /\/player\/|\/web\/Player\w+\.tsx$|\/(open-create-channel|app-actions|navigation-actions)\.ts$/.test(id)
/** Modules that load when the user opens them, although a feature registers them: dialogs, the list of shortcuts, and the palette. */
const isLazy = (id: string) => id.endsWith('Dialog.tsx') || /\/(shortcut-lists?|destinations)\.ts$/.test(id)
/** Parts of single pages, and parts that are rarely shown, by file name. They load when they are shown. */
export const partsOfOnePage: readonly string[] = [
  'ActivitySection',
  'ConsoleRows',
  'ContinuePurchase',
  'DataRightsRow',
  'FileField',
  'FollowingLink',
  'LastWatchedRow',
  'OperatorSection',
  'OwnPackages',
  'OwnSubscriptions',
  'PasteRelatedVideosButton',
  'PosterChoices',
  'PresentMembers',
  'RefundButton',
  'RemindersRow',
  'SettingsRow',
  'SettingsRows',
  'StartSwitch',
  'StorageRow',
  'SuggestionsMark',
  'TeamBadge',
  'TeamStops',
  'TeamsRow',
  'WaitingMoves',
  'WatchLaterRow',
  'WorkAsButton',
]
const isOfOnePage = (id: string) => partsOfOnePage.includes(basename(id, '.tsx'))
const isScreen = (id: string) => /(Screen|Home)\.tsx$/.test(id)

/**
 * Returns the icons of `ui/icons.ts` that only these modules use. Reads the names from the code of the imports. The bundler's own records
 * name all icons for each importer.
 */
function iconsOf(modules: ReadonlySet<string>, { getModuleInfo }: Pick<Context, 'getModuleInfo'>): string[] {
  const list = getModuleInfo(`${process.cwd()}/ui/icons.ts`)
  const names = [...(list?.code ?? '').matchAll(/default as (\w+)/g)].map(([, name]) => name)
  const usedExports = (id: string) => {
    const [, imported = ''] = /import \{([^}]*)\} from ["'][^"']*\/icons\.ts["']/.exec(getModuleInfo(id)?.code ?? '') ?? []
    return imported.split(',').map((name) => name.trim().split(' ', 1)[0])
  }
  const importers = list?.importers ?? []
  const usedByOthers = new Set(importers.filter((id) => !modules.has(id)).flatMap(usedExports))
  const ownModules = new Set(importers.filter((id) => modules.has(id)).flatMap(usedExports))
  return (list?.importedIds ?? []).filter((_, index) => ownModules.has(names[index]) && !usedByOthers.has(names[index]))
}

/**
 * Returns modules of parts that features register for logged-in users. `user`: those that only users load. `shared`: those that guests'
 * screens import too.
 */
function findUserCode(context: Context): Record<'user' | 'shared', Set<string>> {
  const get = { getModuleInfo: (id: string) => context.getModuleInfo(id) }
  const importedLater = (ids: Iterable<string>) => [...ids].flatMap((id) => [...(context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])])
  const first = withImports(
    ['index.html'].map((name) => `${process.cwd()}/${name}`),
    get,
  )
  const laterModules = importedLater(first)
  const features = [...withImports(laterModules.filter(isFeature), get)].filter(isFeature)
  const parts = withImports(
    importedLater(features).filter((id) => !isForEveryone(id) && !isLazy(id) && !isOfOnePage(id)),
    get,
  )
  const screens = withImports(
    laterModules.filter((id) => !isFeature(id)),
    get,
  )
  const screenModules = withImports(importedLater(screens).filter(isScreen), get)
  const guestModules = [first, screens, screenModules]
  const user = new Set([...parts].filter((id) => !guestModules.some((modules) => modules.has(id))))
  const icons = iconsOf(user, get)
  return { user: new Set([...user, ...icons]), shared: new Set([...parts].filter((id) => !user.has(id))) }
}

/**
 * Names the chunk of a module that logged-in users load with every first page, so that they load one file instead of a hundred. `shared`
 * excludes libraries and dialogs of guests' screens, because guests would load them unused.
 */
export function userCode(): (id: string, context: Context) => string | null {
  let code: ReturnType<typeof findUserCode> | undefined
  return (id, context) => {
    code ??= findUserCode(context)
    if (code.user.has(id)) return 'user'
    return code.shared.has(id) && !/node_modules|Dialog/.test(id) ? 'shared' : null
  }
}
