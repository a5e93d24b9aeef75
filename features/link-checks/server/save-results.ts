import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/server/db/db.ts'
import { copyLinkState } from '#features/channels/server/queries/video-links.ts'
import type { CheckTools } from './check-target.ts'
import { listStaleLinkStates, readClock, saveCheckUpdates } from './queries/checks.ts'
import { type CheckedLink, type Trust, updateOf } from './results.ts'

const videosPerUpdate = 500

/** Stores the results, and updates the videos with these addresses. */
export async function saveResults(
  { db, count }: Pick<CheckTools, 'db' | 'count'>,
  checked: readonly CheckedLink[],
  trust: Trust,
): Promise<void> {
  const now = await readClock(db)
  const updates = checked.map((link) => updateOf(link, trust, now))
  await saveCheckUpdates(db, updates)
  for (const state of await listStaleLinkStates(
    db,
    updates.map(({ address }) => address),
  ))
    await updateVideos(db, state)
  for (const { finding } of checked) count.look(finding.outcome)
  for (const { before, state } of updates) if (before !== state) count.change(state === 'well' ? 'healed' : state)
}

/** Updates all videos with the address. Waits only briefly for locked videos, which are updated after the next check. */
async function updateVideos(db: Db, { address, ...linkState }: Awaited<ReturnType<typeof listStaleLinkStates>>[number]): Promise<void> {
  for (let attempts = 0; attempts < 3;) {
    const { written, left } = await copyLinkState(db, address, linkState, videosPerUpdate)
    if (left === 0) return
    if (written > 0) continue
    attempts++
    await sleep(200)
  }
}
