import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { siteContract } from '#features/site/contract.ts'
import type { siteExamples } from '#features/site/rules.ts'
import { makeChannel } from './channels.ts'
import type { Person } from './people.ts'

interface Makers {
  db: Db
  caller: Person
  client: Person['client']
  /** Address of a page on the test site, which also serves `/poster.jpg`. */
  link: string
}

/** Creates the things in examples of operators' calls. Each call gets new things, because a call may delete them or use them up. */
export const createSiteThings = ({ db, caller, client, link }: Makers): Record<keyof typeof siteExamples, () => Promise<string>> => ({
  orphan: async () => {
    const [{ id }, team] = [await makeChannel(client, { name: 'Orphan' }), newId()]
    await db.insertInto('team').values({ id: team, name: 'Without members' }).execute()
    await db.updateTable('playlist').set({ team_id: team }).where('id', '=', id).execute()
    return team
  },
  invitation: async () => {
    const values = { note: 'Neighbours', max_uses: 2, expires_at: new Date(Date.now() + 3_600_000) }
    return (await db.insertInto('registration_invitation').values(values).returning('id').executeTakeFirstOrThrow()).id
  },
  picture: () => Promise.resolve(new URL('/poster.jpg', link).href),
  settingVersion: async () => {
    const values = { name: 'site', value: JSON.stringify({ name: newId(), contact: null }), set_by: caller.id }
    return String((await db.insertInto('site_setting').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  welcomeVersion: async () => {
    const values = { page: 'heart', state: 'published', saved_by: caller.id }
    return String((await db.insertInto('welcome_version').values(values).returning('id').executeTakeFirstOrThrow()).id)
  },
  defaultsVersion: async () => (await client(siteContract.listDefaultChannels, {})).version,
})
