// @module-tag slow
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { nginx, startBehindNginx } from './behind-nginx.ts'
import { makeFilledChannel, makeTeam } from './channels.ts'
import { openPage } from './open-pages.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'

const { db, start } = await createServerProcesses()
const { startNginx } = startBehindNginx()

test.skipIf(nginx === undefined)(
  'nginx forwards the sockets of open pages, and the members of a killed process expire after 45 seconds',
  async () => {
    const [first, second] = await Promise.all([start('one'), start('two')])
    const [ann, bob] = [await createUser({ db, clientFor: first.clientFor }), await createUser({ db, clientFor: second.clientFor })]
    const teamId = await makeTeam(db, { members: [ann, bob], invited: [] })
    const { playlistId } = await makeFilledChannel(db, ann.client, ['A'], { status_id: 1 })
    await db.updateTable('playlist').set({ team_id: teamId }).where('id', '=', playlistId).execute()
    const anns = await openPage(first.url, ann, playlistId)
    const bobs = await openPage(await startNginx([Number(new URL(second.url).port)]), bob, playlistId)
    const waits = { timeout: 60_000 }
    await expect.poll(bobs.shows, waits).toEqual([ann.id])
    await expect.poll(anns.shows, waits).toEqual([bob.id])
    const killedAt = performance.now()
    first.child.kill('SIGKILL')
    await once(anns.socket, 'close')
    await expect.poll(bobs.shows, waits).toEqual([])
    const seconds = (performance.now() - killedAt) / 1000
    // A page's presence expires 45 s after its last pong, which may precede the kill by 10 s. The limits allow for a busy machine.
    expect(seconds).toBeGreaterThan(24)
    expect(seconds).toBeLessThan(55)
    expect(bobs.lists).toHaveLength(2)
    bobs.socket.terminate()
  },
  180_000,
)
