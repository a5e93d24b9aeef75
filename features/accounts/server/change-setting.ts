import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { User } from '#kit/server/reader.ts'
import { accountsErrors } from '../errors.ts'
import { initialSettings, type SettingName, type SiteSettings } from '../site-settings.ts'
import { writeAudit } from './queries/audit.ts'
import { deleteOldVersions, findVersions, insertSetting, lockSettings } from './queries/site-settings.ts'

/** The version of a setting that was never set. */
export const unsetVersion = '0'

interface SettingChange<N extends SettingName> {
  actor: User
  /** The version that the operator saw; null skips the check. */
  version: string | null
  reason?: string | undefined
  /** Returns the new value. */
  change: (now: SiteSettings[N]) => SiteSettings[N]
}

/** Adds a version of a setting, with an entry in the audit log, in a transaction. @throws 409 if another operator changed it */
export async function changeSetting<N extends SettingName>(
  tx: Db,
  name: N,
  { actor, version, reason, change }: SettingChange<N>,
): Promise<void> {
  await lockSettings(tx)
  const [latest] = await findVersions(tx, name, 1)
  if (version !== null && (latest?.version ?? unsetVersion) !== version) fail(accountsErrors.setting_changed)
  const before = (latest?.value ?? initialSettings[name]) as SiteSettings[N]
  const after = change(before)
  if (isDeepStrictEqual(after, before)) return
  await storeChange(tx, name, { actor, before, after, act: 'setting.changed', reason })
}

/** Restores the value before the last change. @throws 409 if another operator changed it, or nothing was changed */
export async function undoSetting(tx: Db, name: SettingName, { actor, version }: { actor: User; version: string }): Promise<void> {
  await lockSettings(tx)
  const [latest, previous] = await findVersions(tx, name, 2)
  if (!latest || latest.version !== version) return fail(accountsErrors.setting_changed)
  const after = (previous?.value ?? initialSettings[name]) as object
  await storeChange(tx, name, { actor, before: latest.value as object, after, act: 'setting.undone' })
}

interface StoredChange {
  actor: User
  before: object
  after: object
  act: 'setting.changed' | 'setting.undone'
  reason?: string | undefined
}

async function storeChange(tx: Db, name: SettingName, { actor, before, after, act, reason }: StoredChange): Promise<void> {
  await insertSetting(tx, name, after, actor.id)
  await deleteOldVersions(tx, name)
  const values = { before: before as Record<string, unknown>, after: after as Record<string, unknown> }
  await writeAudit(tx, actor, { act, thing: { type: 'setting', id: name, name }, ...values, reason })
}
