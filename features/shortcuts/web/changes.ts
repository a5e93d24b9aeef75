import { ApiError } from '#kit/contract/client.ts'
import { type ChangeFunction, editResponse } from '#kit/web/change.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { ShortcutPlace } from '#features/arranging/web/bar/shortcuts.ts'
import { t as arrangingTexts } from '#features/arranging/web/texts.ts'
import { type Shortcut, shortcutsContract } from '../contract.ts'
import { findShortcut } from './known.ts'
import { t } from './texts.ts'

const withPositions = (side: readonly Shortcut[]) => side.map((item, position) => ({ ...item, position }))

/** Inserts a shortcut at its side and position. Removes another shortcut to the same package. */
export function withShortcut(list: readonly Shortcut[], shortcut: Shortcut): Shortcut[] {
  const side = (isLeft: boolean) => {
    const others = list.filter((item) => item.tier_id !== shortcut.tier_id && item.is_left === isLeft)
    return withPositions(isLeft === shortcut.is_left ? others.toSpliced(shortcut.position, 0, shortcut) : others)
  }
  return [...side(true), ...side(false)]
}

const editShortcuts = (change: (now: readonly Shortcut[]) => Shortcut[]) => editResponse(shortcutsContract.listShortcuts, {}, change)

/**
 * Puts a package in the bar. If `to` is undefined, adds it at the end of the right side.
 * @param removed the shortcut, if it was removed, so that it shows before the server responds
 */
const savePlace = (tierId: string, to: ShortcutPlace | undefined, change: ChangeFunction, removed?: Shortcut) =>
  change(
    shortcutsContract.addShortcut,
    { body: { tier_id: tierId, ...(to && { is_left: to.isLeft, position: to.index }) } },
    {
      optimistic: () => [
        editShortcuts((now) => {
          const existing = now.find((item) => item.tier_id === tierId) ?? removed
          return existing && to ? withShortcut(now, { ...existing, is_left: to.isLeft, position: to.index }) : [...now]
        }),
      ],
      confirmed: (response) => [editShortcuts((now) => withShortcut(now, response))],
    },
  )

async function deleteShortcut(tierId: string, change: ChangeFunction): Promise<void> {
  const existing = findShortcut(tierId)
  if (!existing) return
  await change(
    shortcutsContract.deleteShortcut,
    { params: { id: existing.id } },
    { optimistic: () => [editShortcuts((now) => now.filter((item) => item.tier_id !== tierId))] },
  )
}

interface Tier {
  id: string
  name: string
}

/** Adds a package to the bar. @param to its place; default: the end */
export async function addShortcut({ id, name }: Tier, { change }: ActionTools, to?: ShortcutPlace): Promise<UndoableStep> {
  await savePlace(id, to, change)
  return { label: t('added', { name }), undo: () => deleteShortcut(id, change), redo: () => savePlace(id, to, change) }
}

/** Removes a shortcut. Undo restores its place. */
export function removeShortcut({ id, name }: Tier, { change }: ActionTools): UndoableStep | undefined {
  const existing = findShortcut(id)
  if (!existing) return undefined
  return {
    label: t('removed', { name }),
    pending: deleteShortcut(id, change),
    undo: () => savePlace(id, { isLeft: existing.is_left, index: existing.position }, change, existing),
    redo: () => deleteShortcut(id, change),
  }
}

/**
 * Moves a shortcut. If it was removed, here or in another tab, it stays so.
 * @throws ApiError
 */
async function placeShortcut({ id: tierId, name }: Tier, to: ShortcutPlace, change: ChangeFunction): Promise<void> {
  const existing = findShortcut(tierId)
  const goneError = () => new ApiError(404, { message: t('gone', { name }), code: 'gone', errors: {} })
  if (!existing) throw goneError()
  const place = { is_left: to.isLeft, position: to.index }
  await change(
    shortcutsContract.moveShortcut,
    { params: { id: existing.id }, body: place },
    {
      optimistic: () => [
        editShortcuts((now) => (now.some(({ id }) => id === existing.id) ? withShortcut(now, { ...existing, ...place }) : [...now])),
      ],
      confirmed: (response) => [editShortcuts((now) => withShortcut(now, response))],
    },
  ).catch((error: ApiError) => {
    throw error.status === 404 ? goneError() : error
  })
}

/** Moves a shortcut. */
export function moveShortcut(tier: Tier, from: ShortcutPlace, to: ShortcutPlace, { change }: ActionTools): UndoableStep {
  const { name } = tier
  const label =
    from.isLeft === to.isLeft
      ? arrangingTexts('bar.moved', { name, place: to.index + 1 })
      : t(to.isLeft ? 'moved_left' : 'moved_other', { name })
  return {
    label,
    pending: placeShortcut(tier, to, change),
    undo: () => placeShortcut(tier, from, change),
    redo: () => placeShortcut(tier, to, change),
  }
}
