// @module-tag slow
/** Replays random events, and compares every figure with a model that keeps each event. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { newId } from '#kit/server/ids.ts'
import { makeChannel } from '#test/channels.ts'
import { createTestClock } from '#test/clock.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { countAllViews } from '#features/watching/server/jobs.ts'
import { statisticsContract as contract } from '../contract.ts'
import { addDays, daysBetween, mondayOf } from '../rules.ts'

// Runs no jobs: after the clock is set back, nightly cleaning would run again, and delete guests.
const server = await startTestServer({ WORKER: 'off' })
const { db, clientFor } = server
const clock = await createTestClock(db)
const minutes = 60_000

interface ModelView {
  at: number
  viewer: string
  isOwn: boolean
}
interface Follow {
  at: number
  kind: 'first_follow' | 'follow' | 'unfollow'
}

/** Returns a generator of random numbers that are the same in each run. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Returns the views that count: only a viewer's first view in 30 minutes. */
function countedOf(views: readonly ModelView[]): ModelView[] {
  const latest = new Map<string, number>()
  return views
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at, viewer }) => {
      const previous = latest.get(viewer)
      if (previous !== undefined && at < previous + 30 * minutes) return false
      latest.set(viewer, at)
      return true
    })
}

const zones = ['Europe/Brussels', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/Santiago', 'UTC']
const ranges = [
  ['2026-03-23', '2026-04-08'],
  ['2026-09-01', '2026-09-10'],
  ['2026-10-20', '2026-10-27'],
  ['2026-10-25', '2026-10-25'],
] as const

test('after 10,000 random events, all figures of days, weeks and ranges equal the model’s, in five zones', async () => {
  // The clock is after all events, because ranges that end after today are refused.
  await clock.set('2026-11-28T12:00:00Z')
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client)
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  const random = randomOf(7)
  const users = Array.from({ length: 60 }, () => newId())
  const guests = new Map<string, string>()
  const guestOf = (number: number, at: number) => {
    const name = `${number} ${new Date(at).toISOString().slice(0, 10)}`
    if (!guests.has(name)) guests.set(name, randomBytes(16).toString('hex'))
    return guests.get(name)!
  }
  const starts = ['2026-03-20', '2026-08-30', '2026-10-15'].map((date) => Date.parse(date))
  const momentOf = () => starts[random(3)]! + random(20 * 24 * 60) * minutes + random(minutes)
  const views = Array.from({ length: 8000 }, (): ModelView => {
    const at = momentOf()
    const person = random(10)
    return person === 0
      ? { at, viewer: ann.id, isOwn: true }
      : { at, viewer: person < 6 ? users[random(60)]! : guestOf(random(40), at), isOwn: false }
  })
  const follows = Array.from({ length: 1000 }, (): Follow => ({
    at: momentOf(),
    kind: (['first_follow', 'follow', 'unfollow'] as const)[random(3)]!,
  }))
  const clicks = Array.from({ length: 500 }, () => ({ at: momentOf(), type: (['go_to', 'more_info'] as const)[random(2)]! }))
  const shares = Array.from({ length: 500 }, momentOf)
  const played = Array.from({ length: 800 }, () => ({ at: momentOf(), seconds: 1 + random(900) }))
  const followers = 5000
  await db
    .insertInto('view_to_count')
    .values(
      views.map(({ at, viewer, isOwn }) => ({
        channel_type: 'playlist',
        channel_id: `${key}`,
        item_id: '',
        viewer,
        is_own: isOwn,
        viewed_at: new Date(at),
      })),
    )
    .execute()
  await db
    .insertInto('follow_event')
    .values(follows.map(({ at, kind }) => ({ playlist_key: key, kind, happened_at: new Date(at) })))
    .execute()
  await sql`insert into playlist_count (playlist_key, followers) values (${key}, ${followers}) on conflict (playlist_key) do update set followers = excluded.followers`.execute(
    db,
  )
  await sql`insert into click_count (playlist_key, quarter, video_id, clickable_type, clicks)
    select ${key}, quarter_hour((click ->> 'at')::timestamptz), ${'v'.repeat(11)}, click ->> 'type', count(*)
    from json_array_elements(${JSON.stringify(clicks.map(({ at, type }) => ({ at: new Date(at), type })))}::json) as click group by 2, 4`.execute(
    db,
  )
  await sql`insert into share_count (playlist_key, shareable_type, item_id, network, quarter, shares)
    select ${key}, 'playlist', '', 'link', quarter_hour(at), count(*)
    from unnest(${shares.map((at) => new Date(at))}::timestamptz[]) as at group by 5`.execute(db)
  await sql`insert into watched_time (playlist_key, video_id, quarter, seconds)
    select ${key}, '', quarter_hour((played ->> 'at')::timestamptz), sum((played ->> 'seconds')::int)
    from json_array_elements(${JSON.stringify(played.map(({ at, seconds }) => ({ at: new Date(at), seconds })))}::json) as played group by 3`.execute(
    db,
  )
  await countAllViews(db, new AbortController().signal)

  const counted = countedOf(views)
  for (const timeZone of zones) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    const days = new Map<number, string>()
    const dayOf = (time: number) => days.get(time) ?? days.set(time, format.format(time)).get(time)!
    const client = clientFor({ token: ann.token, headers: { 'time-zone': timeZone } })
    for (const [start_date, end_date] of ranges)
      for (const type of ['day', 'week'] as const) {
        const bucketOf = (time: number) => (type === 'day' ? dayOf(time) : mondayOf(dayOf(time)))
        const isIn = (time: number) => dayOf(time) >= start_date && dayOf(time) <= end_date
        const seriesOf = (times: readonly number[], amounts: readonly number[] = times.map(() => 1)) => {
          const sums = new Map<string, number>()
          for (const [index, at] of times.entries()) if (isIn(at)) sums.set(bucketOf(at), (sums.get(bucketOf(at)) ?? 0) + amounts[index]!)
          return [...sums].map(([date, count]) => ({ date, count })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
        }
        const visible = counted.filter(({ at, isOwn }) => !isOwn && isIn(at))
        const uniques = new Map<string, Set<string>>()
        const ofRange = new Set<string>()
        for (const { at: time, viewer } of visible) {
          const isGuest = viewer.length === 32
          uniques.set(bucketOf(time), (uniques.get(bucketOf(time)) ?? new Set()).add(isGuest ? `${viewer} ${dayOf(time)}` : viewer))
          ofRange.add(isGuest ? `${viewer} ${dayOf(time)}` : viewer)
        }
        const kinds = (...kindNames: string[]) => follows.filter(({ kind }) => kindNames.includes(kind)).map(({ at }) => at)
        const netAfter = (isLater: (time: number) => boolean) =>
          followers - kinds('first_follow', 'follow').filter(isLater).length + kinds('unfollow').filter(isLater).length
        const found = await client(contract.getStatistics, { params: { id }, query: { start_date, end_date, type } })
        const model = {
          views: seriesOf(visible.map(({ at }) => at)),
          ownViews: seriesOf(counted.filter(({ isOwn }) => isOwn).map(({ at }) => at)),
          newfollows: seriesOf(kinds('first_follow')),
          unfollows: seriesOf(kinds('unfollow')),
          goToClicks: seriesOf(clicks.filter((click) => click.type === 'go_to').map(({ at }) => at)),
          moreInfoClicks: seriesOf(clicks.filter((click) => click.type === 'more_info').map(({ at }) => at)),
          sharing: seriesOf(shares),
          watchedSeconds: seriesOf(
            played.map(({ at }) => at),
            played.map(({ seconds }) => seconds),
          ),
        }
        expect(found, `${timeZone} ${start_date} ${type}`).toMatchObject(model)
        expect(found.uniqueViews).toEqual(
          [...uniques].map(([date, viewers]) => ({ date, count: viewers.size })).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
        )
        expect(found.totals).toEqual({
          follows: netAfter((time) => dayOf(time) > end_date),
          newfollows: kinds('first_follow').filter(isIn).length,
          unfollows: kinds('unfollow').filter(isIn).length,
          goToClicks: clicks.filter((click) => click.type === 'go_to' && isIn(click.at)).length,
          moreInfoClicks: clicks.filter((click) => click.type === 'more_info' && isIn(click.at)).length,
          sharing: shares.filter(isIn).length,
          views: visible.length,
          watchedSeconds: played.filter(({ at }) => isIn(at)).reduce((sum, { seconds }) => sum + seconds, 0),
          ownViews: counted.filter(({ at, isOwn }) => isOwn && isIn(at)).length,
          uniqueViews: ofRange.size,
        })
        if (type === 'day') {
          const query = { start_date: addDays(start_date, -daysBetween(start_date, end_date)), end_date: addDays(start_date, -1) }
          expect(found.previous).toEqual((await client(contract.getStatistics, { params: { id }, query })).totals)
        }
        for (const { date, count } of found.follows) {
          const last = type === 'day' ? date : [end_date, addDays(date, 6)].toSorted()[0]!
          expect(count).toBe(netAfter((time) => dayOf(time) > last))
        }
      }
  }
})
