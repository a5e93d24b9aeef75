import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, defineTargetHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { newId } from '#kit/server/ids.ts'
import type { User } from '#kit/server/reader.ts'
import { shortcutsContainer } from '#features/channels/server/containers.ts'
import { findNewPositions, moveThings, reorderContainer, withContainerLocks } from '#features/channels/server/move.ts'
import { findShownTierId, findTierId } from '#features/packages/server/queries/tiers.ts'
import { type Shortcut, shortcutsContract as contract } from '../contract.ts'
import { shortcutsErrors } from '../errors.ts'
import { deleteShortcut, findCommonSide, findShortcut, insertShortcut, listShortcuts } from './queries/shortcuts.ts'

const ownerOf = ({ id, teamId }: User) => teamId ?? id

const readShortcut = async (db: Db, user: User, language: Language, tierId: string): Promise<Shortcut> =>
  (await listShortcuts(db, ownerOf(user), language, tierId))[0] ?? fail(commonErrors.not_found)

export const shortcutsRoutes = (): Handlers<typeof contract> => ({
  listShortcuts: (_, { db, reader, language }) => listShortcuts(db, ownerOf(reader.user), language),

  addShortcut: defineFindHandler(contract.addShortcut, {
    find: async ({ target }, { select }) => (await select(findTierId, target.tier_id))[0] ?? fail(commonErrors.not_found),
    async handle({ body: { tier_id: tierId, is_left: isLeft, position: index } }, { db, select, reader: { user }, language }) {
      const [shown] = await select(findShownTierId, tierId)
      const owner = ownerOf(user)
      const [left, right] = [shortcutsContainer(owner, true), shortcutsContainer(owner, false)]
      const listOfSide = (side: boolean) => (side ? left : right)
      await withContainerLocks(db, [left, right], async (locked) => {
        const present = await findShortcut(locked.db, owner, 'tier_id', tierId)
        if (!present) {
          // Shortcuts to packages that are no longer sold can be moved, but not added.
          if (!shown) fail(commonErrors.not_found)
          const side = isLeft ?? false
          const [position] = await findNewPositions(locked, listOfSide(side), index)
          await insertShortcut(locked.db, {
            id: newId(),
            user_id: user.id,
            team_id: user.teamId,
            tier_id: tierId,
            is_left: side,
            position: position!,
          })
        } else if (isLeft !== undefined || index !== undefined) {
          const from = listOfSide(present.is_left)
          const to = listOfSide(isLeft ?? present.is_left)
          await moveThings(locked, { ids: [present.id], from, to, index })
        }
      }).catch((error: unknown) => {
        // The package was deleted concurrently.
        if (violatedConstraint(error) === 'shortcut_tier_id_fkey') fail(commonErrors.not_found)
        throw error
      })
      return readShortcut(db, user, language, tierId)
    },
  }),

  async rearrangeShortcuts({ body: { shortcuts } }, { db, reader }) {
    const owner = ownerOf(reader.user)
    const refuse = () => fail(shortcutsErrors.not_one_side, { field: 'shortcuts' })
    const container = shortcutsContainer(owner, (await findCommonSide(db, owner, shortcuts)) ?? refuse())
    const order = await withContainerLocks(db, [container], (locked) => reorderContainer(locked, container, shortcuts))
    return { order: order ?? refuse() }
  },

  moveShortcut: defineTargetHandler(contract.moveShortcut, {
    findByTarget: ({ params: { id } }, { select }) =>
      select(async (db, { user }, shortcutId: string) => {
        const shortcut = user && (await findShortcut(db, ownerOf(user), 'id', shortcutId))
        return [shortcut ?? fail(commonErrors.not_found)]
      }, id),
    async handle({ params: { id }, body: { is_left: isLeft, position: index } }, { db, reader: { user }, language }) {
      const owner = ownerOf(user)
      const listOfSide = (side: boolean) => shortcutsContainer(owner, side)
      const tierId = await withContainerLocks(db, [listOfSide(true), listOfSide(false)], async (locked) => {
        const shortcut = (await findShortcut(locked.db, owner, 'id', id)) ?? fail(commonErrors.not_found)
        await moveThings(locked, { ids: [id], from: listOfSide(shortcut.is_left), to: listOfSide(isLeft), index })
        return shortcut.tier_id
      })
      return readShortcut(db, user, language, tierId)
    },
  }),

  async deleteShortcut({ params: { id } }, { db, reader }) {
    return (await deleteShortcut(db, ownerOf(reader.user), id)) ? {} : fail(commonErrors.not_found)
  },
})
