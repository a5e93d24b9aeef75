import type { Db } from '#kit/server/db/db.ts'
import { findBlockedWord } from '#features/accounts/blocked-words.ts'
import { assertNameAllowed } from '#features/accounts/server/registration.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { findNames } from './queries/operated.ts'

/** Refuses new blocked words in a changed name or address. Existing ones stay. @throws 422 on the field */
export async function assertNewNamesAllowed(
  siteSettings: Pick<LiveSettings, 'read'>,
  db: Db,
  id: string,
  wanted: { name?: string | undefined; slug?: string | undefined },
): Promise<void> {
  const { blocked } = (await siteSettings.read()).names
  const isBlocked = (text: string | undefined) => !!text && findBlockedWord(text, blocked) !== undefined
  if (!isBlocked(wanted.name) && !isBlocked(wanted.slug)) return
  const now = await findNames(db, id)
  for (const field of ['name', 'slug'] as const) {
    const text = wanted[field]
    if (text && text !== now?.[field]) await assertNameAllowed(siteSettings, text, field)
  }
}
