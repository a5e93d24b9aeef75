import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'

const upload = (userId: string) => ({ id: newId(), user_id: userId, title: 'A', filename: 'a.mp4', size: 1, ended_at: new Date() })

/** Inserts an upload that can be tried again. @returns its id */
export async function insertFailedUpload(db: Db, userId: string): Promise<string> {
  const values = { ...upload(userId), state: 'failed', reason: 'interrupted', has_original: true }
  await db.insertInto('upload').values(values).execute()
  return values.id
}

/** Inserts an upload whose video was removed by an act of a team. @returns its id */
export async function insertKeptUpload(db: Db, userId: string, actId: string): Promise<string> {
  const values = { ...upload(userId), state: 'done' }
  await db.insertInto('upload').values(values).execute()
  await db
    .insertInto('removed_thing')
    .values({ act_id: actId, videos: '[]' })
    .onConflict((act) => act.doNothing())
    .execute()
  await db.insertInto('removed_file').values({ act_id: actId, upload_id: values.id }).execute()
  return values.id
}
