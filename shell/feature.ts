import type { ReactNode } from 'react'
import type { ReadFunction } from '#kit/web/read.ts'
import { lazily } from '#ui/lazily.ts'
import type { Action } from './actions.ts'
import type { ShortcutLists } from './shortcut-lists.ts'
import type { SlotName, Slots } from './slots.ts'
import type { SubjectOf, SubjectType } from './subjects.ts'

/** The audience of a part: logged-in users, or guests too. */
export type Audience = 'users' | 'everyone'

/** A feature's actions by subject type. */
export type ActionTable = { readonly [T in SubjectType]?: readonly Action<T>[] }

export interface ActionSource {
  audience: Audience
  /** Subject types in the table, available before the table's code loads. */
  types: readonly SubjectType[]
  load: () => Promise<ActionTable>
}

export interface SlotPart {
  slot: SlotName
  type: SubjectType
  audience: Audience
  Part: (props: { subject: never }) => ReactNode
}

export interface ShortcutSource {
  audience: Audience
  /** Called when the list of shortcuts opens. */
  load: () => Promise<ShortcutLists>
}

/** The parts that a feature adds to the shell and to other features' screens: `features/<name>/web/feature.ts` exports one. */
export interface WebFeature {
  actions?: readonly ActionSource[]
  slots?: readonly SlotPart[]
  destinations?: readonly DestinationSource[]
  shortcuts?: readonly ShortcutSource[]
}

const partOf =
  (audience: Audience) =>
  <S extends SlotName, T extends Slots[S], Name extends string>(
    slot: S,
    type: T,
    load: () => Promise<Record<Name, (props: { subject: SubjectOf<T> }) => ReactNode>>,
    name: Name,
  ): SlotPart => ({ slot, type, audience, Part: lazily(() => load().then((module) => module[name])) })

/** A part of a slot for users: the component `name` of a module that loads when the part first renders. */
export const forUsers = partOf('users')
/** A part of a slot for users and guests; see {@link forUsers}. */
export const forEveryone = partOf('everyone')

/** A page offered in the palette. */
export interface Destination {
  id: string
  name: string
  /** Distinguishes pages with the same name, such as by their location. */
  detail?: string | undefined
  /** Icon name from `icons.ts`. */
  icon: string
  /** An address of `paths`. */
  href: string
}

/** Pages of the user in the palette, loaded when it opens. */
export interface DestinationList {
  /** Heading. */
  name: () => string
  /** @throws ApiError */
  list: (read: ReadFunction) => Promise<readonly Destination[]>
}

/** Finds pages for the text typed in the palette. */
export interface DestinationSearch {
  /** Returns groups of pages with their headings; none for a short text. @throws ApiError */
  find: (text: string, read: ReadFunction) => Promise<readonly FoundDestinations[]>
}
export interface FoundDestinations {
  name: string
  pages: readonly Destination[]
}

export type DestinationSource = DestinationList | DestinationSearch
