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

/** The actions of a feature, by the type of subject. */
export type ActionTable = { readonly [T in SubjectType]?: readonly Action<T>[] }

export interface ActionSource {
  /** The subjects that the table has actions for, known before its code is there. */
  types: readonly SubjectType[]
  /** Some are for guests too. Otherwise a guest never fetches the code. */
  forGuests?: boolean
  load: () => Promise<ActionTable>
}

/** Where features put something of theirs on what other features show. */
export type SlotName =
  /** Before the content of a screen: what it is for, what one goes on with. */
  | 'screen.explanation'
  /** After the content of a screen. */
  | 'screen.foot'
  /** Over the picture of a card: it is looked at, and not pressed. */
  | 'card.over'
  /** On the picture of a card: a small badge or button, at the end of its foot. */
  | 'card.corner'
  /** Beside the title of a card. */
  | 'card.beside'
  /** A line below a card. */
  | 'card.below'
  /** A button in the header of a screen, before the three dots. */
  | 'screen.aside'
  /** In the header of every screen, before the three dots. Its subject is the product. */
  | 'screen.bell'
  /** At the head of a channel, before what else can be done with it: what a user does who may not change it. */
  | 'channel.actions'
  /** Below the name of a person. */
  | 'person.actions'
  /** Before the title of a row of a channel. */
  | 'row.lead'
  /** On the disc of a channel or group in the bar: a small mark. */
  | 'stop.mark'
  /** A button in the player's bar, beside the title of what plays. */
  | 'player.bar'
  /** Where something did not play: what can be done about it. */
  | 'player.failure'
  /** Beside what plays, full or docked, as long as it does: it follows it, and lies over no service's frame. */
  | 'player.session'
  /** The same from when it is chosen, also where it does not play: ways to what is beside it. */
  | 'player.around'
  /** Buttons of what plays, above the timeline. */
  | 'player.buttons'
  /** Beside the picture of what plays, or below it where that is upright: a panel (`[data-beside]`) that one of the buttons opens. */
  | 'player.beside'
  /** Among the buttons of the dialog in which something is shared. */
  | 'share.buttons'
  /** Below what plays, where the player is upright. */
  | 'player.below'
  /** What can be done at once with the video that is shown large beside a channel's rows. */
  | 'detail.actions'
  /** Above the navigation, on every page: a bar. Its subject is the product. */
  | 'app.bar'
  /** A button among the options of our own player. */
  | 'player.options'
  /** Where an item is added: something else than a link that it can be made of. */
  | 'item.source'
  /** Below the picture of an item that is edited: others that it may have. */
  | 'item.pictures'
  /** After the last card of a row: cards of what is on its way. */
  | 'row.coming'
  /** Among what belongs to one's account: a row. Its subject is the product. */
  | 'settings.account'

export interface SlotPart {
  slot: SlotName
  type: SubjectType
  /** It is for guests too. Otherwise a guest never fetches its code. */
  forGuests?: boolean | undefined
  Part: (props: { subject: never }) => ReactNode
}

/** A part of a slot. `Part` comes by `lazily`, unless every first visit shows it. */
export const slotPart = <T extends SubjectType>(
  slot: SlotName,
  type: T,
  Part: (props: { subject: SubjectOf<T> }) => ReactNode,
  { forGuests }: Pick<SlotPart, 'forGuests'> = {},
): SlotPart => ({ slot, type, Part, forGuests })

/** What a feature adds to what others show. */
export interface Registration {
  actions?: readonly ActionSource[]
  slots?: readonly SlotPart[]
  destinations?: readonly DestinationSource[]
  /** Fetched when the list of shortcuts is opened. */
  shortcuts?: () => Promise<ShortcutLists>
}

const sources: ActionSource[] = []
const slots: SlotPart[] = []
let guestMenus: readonly SubjectType[] = []
let registerUserActions: () => Promise<void> = () => Promise.resolve()
/** For the palette. */
export const destinationSources: DestinationSource[] = []
/** For the list of shortcuts. */
export const shortcutSources: (() => Promise<ShortcutLists>)[] = []
/** The tables that have come. */
const tables = createStore<ReadonlyMap<ActionSource, ActionTable>>(new Map())
/** What makes menus of actions and runs them: it comes with the first of them. */
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

/** @param isSignedIn asked only where there is a part: a page of cards has hundreds of places without one */
export const partsOf = (slot: SlotName, type: SubjectType, isSignedIn: () => boolean): readonly SlotPart[] =>
  slots.filter((part) => part.slot === slot && part.type === type && (part.forGuests || isSignedIn()))

export const isSignedInNow = (): boolean => storage.get('access_token') !== undefined

export const readerNow = (): Reader => ({
  signedIn: isSignedInNow(),
  inTeam: isSignedInNow() && storage.get('account_mode') === 'TEAM',
})

const sourcesFor = (types: readonly SubjectType[], { signedIn }: Reader) =>
  sources.filter((source) => (signedIn || source.forGuests) && source.types.some((type) => types.includes(type)))

/** Is there anything that this reader can do with such subjects, as far as is known without the code? */
export const hasSources = (types: readonly SubjectType[], reader: Reader): boolean => sourcesFor(types, reader).length > 0

/** Fetches the actions of these types that are for the reader. What did not come is asked for again the next time. @throws NotLoadedError */
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

/** Fetches what users can do, with the code of their first screen: its menus are there when it is. @throws NotLoadedError */
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

/** Fetches for a guest what users can do with these; says so where it does not come. */
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

/** The actions for subjects of a type that have come. What users can do anywhere is not for guests, who have it by a menu. */
export const actionsOf = <T extends SubjectType>(type: T): readonly Action<T>[] =>
  sources.flatMap((source) => (type !== 'app' || source.forGuests || isSignedInNow() ? (tables.get().get(source)?.[type] ?? []) : []))

/** The menu of a subject, when there is something to do and its actions have come. */
export function menuOf<T extends SubjectType>(subject: SubjectOf<T>): MenuSource | undefined {
  const { type, name: label } = subject
  const rows = () => runner?.rowsOf(actionsOf<T>(type), subject, readerNow()) ?? []
  if (runner?.hasVisible(actionsOf<T>(type), subject, readerNow())) return { label, rows }
  return hasGuestMenu([type]) ? { label, rows, load: () => loadGuestActions([type]) } : undefined
}

/** Draws a component anew when more was registered, or actions have come. */
export const useLoadedActions = (): unknown => tables.use()
