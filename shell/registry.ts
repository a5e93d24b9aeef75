import type { ReactNode } from 'react'
import { storage } from '#kit/web/storage.ts'
import { loadCode } from '#ui/lazily.ts'
import type { MenuSource } from '#ui/menus.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import type { Action, Reader } from './actions.ts'
import type { DestinationSource } from './destinations.ts'
import type * as runAction from './run-action.ts'
import type { ShortcutLists } from './shortcut-lists.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'
import { t } from './texts.ts'

/** A feature's actions by subject type. */
export type ActionTable = { readonly [T in SubjectType]?: readonly Action<T>[] }

export interface ActionSource {
  /** Subject types in the table, known before its code loads. */
  types: readonly SubjectType[]
  /** Includes actions for guests. Otherwise a guest never loads the code. */
  forGuests?: boolean
  load: () => Promise<ActionTable>
}

/** Slots: where features add parts to other features' screens. */
export type SlotName =
  /** Before a screen's content: introduction, or what to continue with. */
  | 'screen.explanation'
  /** After a screen's content. */
  | 'screen.foot'
  /** Overlay on a card's picture; not interactive. */
  | 'card.over'
  /** On a card's picture: a small badge or button at the bottom end. */
  | 'card.corner'
  /** Beside a card's title. */
  | 'card.beside'
  /** A line below a card. */
  | 'card.below'
  /** A button in a screen's header, before the three dots. */
  | 'screen.aside'
  /** In the header of every screen, before the three dots. Its subject is the product. */
  | 'screen.bell'
  /** At the top of a channel, before other actions, for users who can't edit it. */
  | 'channel.actions'
  /** Below a user's name. */
  | 'person.actions'
  /** Before the title of a channel's row. */
  | 'row.lead'
  /** A small badge on the disc of a channel or group in the bar. */
  | 'stop.mark'
  /** A button in the player's bar, beside the title. */
  | 'player.bar'
  /** Actions where playback failed. */
  | 'player.failure'
  /** Renders while something plays, full or docked; follows playback and covers no provider's frame. */
  | 'player.session'
  /** The same from the moment a video is chosen, even if it can't play: links to related content. */
  | 'player.around'
  /** Buttons above the timeline. */
  | 'player.buttons'
  /** A panel (`[data-beside]`) beside the picture, or below it in portrait, opened by one of the buttons. */
  | 'player.beside'
  /** Among the buttons of the share dialog. */
  | 'share.buttons'
  /** Below the player, in portrait. */
  | 'player.below'
  /** Immediate actions for the video shown large beside a channel's rows. */
  | 'detail.actions'
  /** A bar above the navigation, on every page. Its subject is the product. */
  | 'app.bar'
  /** A button among the options of our own player. */
  | 'player.options'
  /** In the add dialog: alternatives to a link. */
  | 'item.source'
  /** Below the picture of an item being edited: alternative pictures. */
  | 'item.pictures'
  /** After the last card of a row: cards of pending items. */
  | 'row.coming'
  /** A row in the account settings. Its subject is the product. */
  | 'settings.account'

export interface SlotPart {
  slot: SlotName
  type: SubjectType
  /** Also for guests. Otherwise a guest never loads its code. */
  forGuests?: boolean | undefined
  Part: (props: { subject: never }) => ReactNode
}

/** A part of a slot. `Part` is loaded by `lazily`, unless every first visit shows it. */
export const slotPart = <T extends SubjectType>(
  slot: SlotName,
  type: T,
  Part: (props: { subject: SubjectOf<T> }) => ReactNode,
  { forGuests }: Pick<SlotPart, 'forGuests'> = {},
): SlotPart => ({ slot, type, Part, forGuests })

/** What a feature registers with the shell. */
export interface Registration {
  actions?: readonly ActionSource[]
  slots?: readonly SlotPart[]
  destinations?: readonly DestinationSource[]
  /** Loaded when the list of shortcuts opens. */
  shortcuts?: () => Promise<ShortcutLists>
}

const sources: ActionSource[] = []
const slots: SlotPart[] = []
let guestMenus: readonly SubjectType[] = []
let registerUserActions: () => Promise<void> = () => Promise.resolve()
/** Pages for the palette. */
export const destinationSources: DestinationSource[] = []
/** Entries for the list of shortcuts. */
export const shortcutSources: (() => Promise<ShortcutLists>)[] = []
/** Loaded action tables. */
const tables = createStore<ReadonlyMap<ActionSource, ActionTable>>(new Map())
/** The code that builds menus and runs actions; loads with the first of them. */
let runner: Pick<typeof runAction, 'rowsOf' | 'hasVisible'> | undefined
const loading = new Map<ActionSource, Promise<void>>()

/** Within a section of a menu the order is that of the registrations. Whatever shows actions and parts draws them anew. */
export function register({ actions = [], slots: parts = [], destinations = [], shortcuts }: Registration): void {
  sources.push(...actions)
  slots.push(...parts)
  destinationSources.push(...destinations)
  if (shortcuts) shortcutSources.push(shortcuts)
  tables.set((now) => new Map(now))
}

/** @param isSignedIn called only if there is a part: a page of cards has hundreds of empty slots */
export const partsOf = (slot: SlotName, type: SubjectType, isSignedIn: () => boolean): readonly SlotPart[] =>
  slots.filter((part) => part.slot === slot && part.type === type && (part.forGuests || isSignedIn()))

export const isSignedInNow = (): boolean => storage.get('access_token') !== undefined

export const readerNow = (): Reader => ({
  signedIn: isSignedInNow(),
  inTeam: isSignedInNow() && storage.get('account_mode') === 'TEAM',
})

const sourcesFor = (types: readonly SubjectType[], { signedIn }: Reader) =>
  sources.filter((source) => (signedIn || source.forGuests) && source.types.some((type) => types.includes(type)))

/** Whether this reader may have actions on such subjects, without loading the code. */
export const hasSources = (types: readonly SubjectType[], reader: Reader): boolean => sourcesFor(types, reader).length > 0

/** Loads the reader's actions for these types. Retries failed loads on the next call. @throws NotLoadedError */
export async function loadActions(types: readonly SubjectType[], reader: Reader): Promise<void> {
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

/** Loads users' actions with the code of their first screen, so that its menus are ready. @throws NotLoadedError */
export const preloadActions = (): Promise<void> =>
  loadActions(
    sources.flatMap((source) => (source.forGuests ? [] : source.types)),
    readerNow(),
  )

/**
 * Sets what registers the actions of users, and the subjects whose menus guests have too. A guest's press on such a menu loads them; an
 * action that is not for guests asks to log in. To be called once.
 */
export function setUserActions(load: () => Promise<void>, menus: readonly SubjectType[]): void {
  registerUserActions = load
  guestMenus = menus
}

/** Has a guest a menu of one of these? */
export const hasGuestMenu = (types: readonly SubjectType[]): boolean => !isSignedInNow() && types.some((type) => guestMenus.includes(type))

/** Loads users' actions on these types for a guest, and reports a failure. */
export async function loadGuestActions(types: readonly SubjectType[]): Promise<void> {
  try {
    await registerUserActions()
    await loadActions(types, { ...readerNow(), signedIn: true })
  } catch {
    toast(t('failed.title'), { warning: true })
  }
}

async function loadSource(source: ActionSource): Promise<void> {
  const [table, loaded] = await loadCode(() => Promise.all([source.load(), import('./run-action.ts')]))
  runner = loaded
  tables.set((now) => new Map([...now, [source, table]]))
}

/** Returns the loaded actions for a subject type. Excludes users' global actions for guests, who have menus for that. */
export const actionsOf = <T extends SubjectType>(type: T): readonly Action<T>[] =>
  sources.flatMap((source) => (type !== 'app' || source.forGuests || isSignedInNow() ? (tables.get().get(source)?.[type] ?? []) : []))

/** Returns a subject's menu, if it has loaded actions. */
export function menuOf<T extends SubjectType>(subject: SubjectOf<T>): MenuSource | undefined {
  const { type, name: label } = subject
  const rows = () => runner?.rowsOf(actionsOf<T>(type), subject, readerNow()) ?? []
  if (runner?.hasVisible(actionsOf<T>(type), subject, readerNow())) return { label, rows }
  return hasGuestMenu([type]) ? { label, rows, load: () => loadGuestActions([type]) } : undefined
}

/** Renders a component again after registrations or loads. */
export const useLoadedActions = (): unknown => tables.use()
