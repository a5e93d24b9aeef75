import { isSignedIn, storage } from '#kit/web/storage.ts'
import { loadCode } from '#ui/lazily.ts'
import type { MenuSource } from '#ui/menus.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import type { Action, Reader } from './actions.ts'
import type { DestinationSource, ActionSource, ActionTable, ShortcutSource, SlotPart, WebFeature } from './feature.ts'
import type * as runAction from './run-action.ts'
import type { SlotName } from './slots.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'
import { t } from './texts.ts'

const sources: ActionSource[] = []
const slots: SlotPart[] = []
let guestMenus: readonly SubjectType[] = []
let loadFeatureList: () => Promise<readonly WebFeature[]> = () => Promise.resolve([])
let loadingFeatures: Promise<void> | undefined
let areFeaturesLoaded = false
/** Pages for the palette. */
export const destinationSources: DestinationSource[] = []
/** Entries for the list of shortcuts. */
export const shortcutSources: ShortcutSource[] = []
/** Loaded action tables. */
const tables = createStore<ReadonlyMap<ActionSource, ActionTable>>(new Map())
/** The code that builds menus and runs actions, loaded with the first menu or action. */
let runner: Pick<typeof runAction, 'menuRows' | 'hasVisible'> | undefined
const loading = new Map<ActionSource, Promise<void>>()

/** Adds a feature. Menus list actions in the order of the features. Rerenders menus and slots. */
export function registerFeature({ actions = [], slots: parts = [], destinations = [], shortcuts = [] }: WebFeature): void {
  sources.push(...actions)
  slots.push(...parts)
  destinationSources.push(...destinations)
  shortcutSources.push(...shortcuts)
  tables.set((now) => new Map(now))
}

/**
 * Sets how all features load, and for which subject types guests have menus, because that must be known before the features load. Call
 * once. Users load the features with their first screen, guests when they first need one.
 */
export function setFeatureLoader(load: () => Promise<readonly WebFeature[]>, menus: readonly SubjectType[]): void {
  loadFeatureList = load
  guestMenus = menus
  loadingFeatures = undefined
  areFeaturesLoaded = false
}

/** Loads and registers all features, once. Retries on the next call when it failed. @throws NotLoadedError */
export async function loadFeatures(): Promise<void> {
  loadingFeatures ??= registerAll()
  try {
    await loadingFeatures
  } catch (error) {
    loadingFeatures = undefined
    // Rerenders slots, which may have waited for parts.
    registerFeature({})
    throw error
  }
}

/** Whether slots may still get parts. */
export const areFeaturesLoading = (): boolean => Boolean(loadingFeatures) && !areFeaturesLoaded

async function registerAll(): Promise<void> {
  const features = await loadCode(loadFeatureList)
  features.forEach(registerFeature)
  areFeaturesLoaded = true
}

/** @param isSignedIn called only if there are parts, because a page of cards has hundreds of empty slots */
export const slotParts = (slot: SlotName, type: SubjectType, isSignedIn: () => boolean): readonly SlotPart[] =>
  slots.filter((part) => part.slot === slot && part.type === type && (part.audience === 'everyone' || isSignedIn()))

export const currentReader = (): Reader => ({
  signedIn: isSignedIn(),
  inTeam: isSignedIn() && storage.get('account_mode') === 'TEAM',
})

const sourcesFor = (types: readonly SubjectType[], { signedIn }: Reader) =>
  sources.filter((source) => (signedIn || source.audience === 'everyone') && source.types.some((type) => types.includes(type)))

/**
 * Whether this reader may have actions on subjects of these types. Loads no code: before the features have loaded, only the product counts.
 */
export const mayHaveActions = (types: readonly SubjectType[], reader: Reader): boolean =>
  areFeaturesLoaded ? sourcesFor(types, reader).length > 0 : types.includes('app')

/** Loads the reader's actions for these types. Retries failed loads on the next call. @throws NotLoadedError */
export async function loadActions(types: readonly SubjectType[], reader: Reader): Promise<void> {
  await loadFeatures()
  await Promise.all(
    sourcesFor(types, reader).map((source) => {
      const coming = loading.get(source) ?? loadSource(source)
      loading.set(source, coming)
      return coming.catch((error: unknown) => {
        loading.delete(source)
        throw error
      })
    }),
  )
}

/** Loads all actions of users, so that menus open at once on the first screen. @throws NotLoadedError */
export async function preloadActions(): Promise<void> {
  await loadFeatures()
  const userSources = sources.filter(({ audience }) => audience === 'users')
  await loadActions(
    userSources.flatMap(({ types }) => types),
    currentReader(),
  )
}

/** Whether the reader is a guest, and guests have a menu for one of these types. */
export const hasGuestMenu = (types: readonly SubjectType[]): boolean => !isSignedIn() && types.some((type) => guestMenus.includes(type))

/** Loads users' actions on these types for a guest, and reports a failure. */
export async function loadGuestActions(types: readonly SubjectType[]): Promise<void> {
  try {
    await loadActions(types, { ...currentReader(), signedIn: true })
  } catch {
    toast(t('failed.title'), { warning: true })
  }
}

async function loadSource(source: ActionSource): Promise<void> {
  const [table, loaded] = await loadCode(() => Promise.all([source.load(), import('./run-action.ts')]))
  runner = loaded
  tables.set((now) => new Map([...now, [source, table]]))
}

/** Returns the loaded actions for a subject type. For guests, excludes users' actions on the product itself. */
export const loadedActions = <T extends SubjectType>(type: T): readonly Action<T>[] =>
  sources.flatMap((source) =>
    type !== 'app' || source.audience === 'everyone' || isSignedIn() ? (tables.get().get(source)?.[type] ?? []) : [],
  )

/** Returns a subject's menu if it has actions. A guest's menu may load them when it opens. */
export function subjectMenu<T extends SubjectType>(subject: SubjectOf<T>): MenuSource | undefined {
  const { type, name: label } = subject
  const rows = () => runner?.menuRows(loadedActions<T>(type), subject, currentReader()) ?? []
  if (runner?.hasVisible(loadedActions<T>(type), subject, currentReader())) return { label, rows }
  return hasGuestMenu([type]) ? { label, rows, load: () => loadGuestActions([type]) } : undefined
}

/** Renders a component again after registrations or loads. */
export const useLoadedActions = (): unknown => tables.use()
