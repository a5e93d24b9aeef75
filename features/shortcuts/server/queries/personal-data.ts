import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { teamSuccessor } from '#features/channels/server/queries/personal-data.ts'
import { listShortcuts } from './shortcuts.ts'

const listOwnShortcuts = async (db: Db, userId: string) =>
  (await listShortcuts(db, userId, 'en')).map(({ name, is_left, position }) => ({ package: name, is_left, position }))

export const shortcutsPersonalData: PersonalData = {
  exports: { shortcuts: listOwnShortcuts },
  /** Shortcuts of a team stay, unless the user is its only member. */
  async remove(db, userId) {
    const successor = teamSuccessor(sql.ref('shortcut.team_id'), userId)
    await sql`
      update shortcut set user_id = ${successor} where user_id = ${userId} and team_id is not null and ${successor} is not null`.execute(db)
    await db.deleteFrom('shortcut').where('user_id', '=', userId).execute()
  },
}
