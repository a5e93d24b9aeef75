import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setRestrictions } from '#kit/server/restrictions.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { restrictions } from '#server/features.ts'
import { curationContract as contract } from '../contract.ts'

// Before the first call: statements are built once, with the restrictions of that moment.
setRestrictions([...restrictions, { playlist: { tier_needed: () => sql<boolean>`playlist.created_at > now()` } }])
const server = await serve()
const { db, guest } = server
const [owner, stranger] = [await person(server), await person(server)]

test('a restriction of a later feature ends by the clock, by id and in lists, for guests and users', async () => {
  const until = async (created_at: Date) => {
    const { playlistId } = await makeFilledChannel(db, owner.client, ['A'])
    await db.updateTable('playlist').set({ created_at }).where('id', '=', playlistId).execute()
    return playlistId
  }
  const ids = [await until(new Date(Date.now() - 1000)), await until(new Date(Date.now() + 3_600_000))]
  for (const client of [guest, stranger.client, owner.client]) {
    const answers = await Promise.all(ids.map((id) => outcome(client(contract.getPlaylist, { params: { id } }))))
    expect(answers).toEqual(['done', '403 tier_needed'])
    const { data } = await client(contract.listDefaultPlaylists, {})
    expect(ids.map((id) => data.find((one) => one.id === id)?.lock)).toEqual([null, 'tier_needed'])
  }
})
