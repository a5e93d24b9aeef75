import type { Db } from '#kit/server/db/db.ts'
import { findBlockedWord } from '#features/accounts/blocked-words.ts'
import { assertNameAllowed } from '#features/accounts/server/registration.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { findPlaylistNames } from './queries/operator-changes.ts'

/** Refuses a changed name or address that has a blocked word which the previous one didn't have. @throws 422 on the field */
export async function assertNewNamesAllowed(
  siteSettings: Pick<LiveSettings, 'read'>,
  db: Db,
  id: string,
  newNames: { name?: string | undefined; slug?: string | undefined },
): Promise<void> {
  const { blocked } = (await siteSettings.read()).names
  const isBlocked = (text: string | undefined) => !!text && findBlockedWord(text, blocked) !== undefined
  if (!isBlocked(newNames.name) && !isBlocked(newNames.slug)) return
  const now = await findPlaylistNames(db, id)
  for (const field of ['name', 'slug'] as const) {
    const text = newNames[field]
    if (text && text !== now?.[field]) await assertNameAllowed(siteSettings, text, field)
  }
}
