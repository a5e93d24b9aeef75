import { reportsContract } from '#features/reports/contract.ts'
import { status } from '#features/channels/rules.ts'
import { makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import type { startTestServer } from './serve.ts'

/** Makes a reported channel, or a reported video in a channel, that its owner has made private since. */
export async function reportThenMakePrivate(
  server: Pick<Awaited<ReturnType<typeof startTestServer>>, 'clientFor' | 'db'>,
  titles = ['First', 'Second'],
  ofVideo = false,
) {
  const { db } = server
  const [owner, reporter] = [await createUser(server), await createUser(server)]
  const { playlistId, videoIds } = await makeFilledChannel(db, owner.client, titles, { name: 'Hidden' })
  const item = ofVideo
    ? ({ reportable_type: 'video', reportable_id: videoIds[0]! } as const)
    : ({ reportable_type: 'playlist', reportable_id: playlistId } as const)
  const body = { url: 'https://choice.test/en/playlists', report_type_id: 4, ...item }
  const { id } = await reporter.client(reportsContract.report, { body })
  await db.updateTable('playlist').set({ status_id: status.private, public_since: null }).where('id', '=', playlistId).execute()
  return { owner, reporter, playlistId, id }
}
