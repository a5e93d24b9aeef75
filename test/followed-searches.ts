import { sql } from 'kysely'
import { type Person, createUser } from './people.ts'
import { updateSearchIndex } from './search.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { searchContract as contract } from '#features/search/contract.ts'
import { notifySearchers } from '#features/search/server/notify-searchers.ts'
import type { TestServer } from './serve.ts'

/** Returns functions that follow searches, notify followers and read the notifications. */
export function searchFollowers(server: TestServer) {
  const { db } = server
  async function follow({ client }: Person, search: string): Promise<string> {
    const { id } = await client(contract.saveSearch, { body: { search } })
    await client(contract.followSearch, { params: { id } })
    return id
  }
  async function follower(search: string, fields: Parameters<typeof createUser>[1] = {}) {
    const user = await createUser(server, fields)
    return { ...user, search: await follow(user, search) }
  }
  /** Indexes all changes, and notifies the followers of searches without delay. */
  async function listNotices() {
    await updateSearchIndex(db)
    // Repeats, because the server's own job may be notifying some followers.
    for (;;) {
      const due = await sql`update followed_term set due_at = now() where due_at is not null returning term`.execute(db)
      if (due.rows.length === 0) return
      await notifySearchers(db, new AbortController().signal)
    }
  }
  const texts = async ({ client }: Person) =>
    (await client(notificationsContract.listNotifications, { query: {} })).data.map(({ text }) => text)
  const newCounts = async ({ client }: Person) =>
    Object.fromEntries((await client(contract.listSearchHistory, {})).followed.map((item) => [item.search, item.new_count]))
  return { follow, follower, told: listNotices, texts, newCounts }
}
