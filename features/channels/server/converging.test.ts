/** Several people edit one channel over unreliable connections. In the end, all see the same order, and every item once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFilledChannel, makeSeries, makeTeam } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { type ChannelEffect, channelsContract as contract, type MoveResult, type Playlist } from '../contract.ts'
import { splitConsecutiveEffects, type Orders, withEffect } from '../effects.ts'
import { findInsertionIndex, type InsertionPoint, insertionPointAt } from '../insertion-point.ts'

const server = await startTestServer()
const people = await Promise.all(Array.from({ length: 5 }, () => createUser(server)))
const teamId = await makeTeam(server.db, { members: people })
const letters = 'ABCDEFGH'.split('')

const ordersOf = ({ id, series }: Playlist): Orders =>
  new Map([[id, series.map((item) => item.id)], ...series.map((item) => [item.id, item.videos.map((video) => video.id)] as const)])

interface Intent {
  opId: string
  id: string
  to: string
  spot: InsertionPoint
}
const withIntent = (orders: Orders, { id, to, spot }: Intent): Orders => {
  const next = new Map([...orders].map(([container, order]) => [container, order.filter((item) => item !== id)]))
  const order = next.get(to)!
  order.splice(findInsertionIndex(order, spot).index, 0, id)
  return next
}

/** A page: its last known state of the server, with the user's moves on top. */
class Page {
  readonly who: Person
  readonly channelId: string
  revision = -1
  orders: Orders = new Map()
  pending: Intent[] = []
  waiting: ChannelEffect[] = []
  reads = 0
  constructor(person: Person, channelId: string) {
    this.who = person
    this.channelId = channelId
  }
  async read() {
    const channel = await this.who.client(contract.getPlaylist, { params: { id: this.channelId } })
    this.reads++
    if (channel.revision >= this.revision) [this.revision, this.orders] = [channel.revision, ordersOf(channel)]
    this.receive([])
  }
  shown = (): Orders => this.pending.reduce(withIntent, this.orders)
  receive(effects: readonly ChannelEffect[]) {
    const { next, waiting } = splitConsecutiveEffects(this.revision, [...this.waiting, ...effects])
    this.waiting = waiting
    for (const effect of next) {
      this.orders = withEffect(this.orders, effect)!
      this.revision = effect.revision
    }
  }
  begin(opId: string, pick: number, container: number, at: number): Intent {
    const orders = this.shown()
    const series = orders.get(this.channelId)!
    const videos = series.flatMap((item) => orders.get(item)!)
    const id = videos[pick % videos.length]!
    const to = series[container % series.length]!
    const order = orders.get(to)!.filter((order) => order !== id)
    const intent = { opId, id, to, spot: insertionPointAt(order, at % (order.length + 1)) }
    this.pending.push(intent)
    return intent
  }
  async send({ opId, id, to, spot }: Intent): Promise<MoveResult> {
    const params = { videoId: id, seriesId: to, destId: to }
    return this.who.client(contract.moveVideo, { params, body: { ...spot, index: spot.index!, op_id: opId } })
  }
  accept(intent: Intent, { effects }: MoveResult) {
    this.receive(effects)
    this.pending = this.pending.filter((item) => item !== intent)
  }
}

const step = fc.record({
  by: fc.nat(4),
  pick: fc.nat(20),
  container: fc.nat(1),
  at: fc.nat(10),
  /** Whether the response is lost, so that the page sends the move again. */
  isLost: fc.boolean(),
  isRepeated: fc.boolean(),
  /** Pages that don't get the event, and pages that get it later. */
  missing: fc.subarray([0, 1, 2, 3, 4], { maxLength: 2 }),
  late: fc.subarray([0, 1, 2, 3, 4]),
  reconnects: fc.option(fc.nat(4), { freq: 6 }),
  /** Whether the step is sent together with the next one. */
  isConcurrent: fc.boolean(),
})

let run = 0
test(
  'random moves by five people with delays, losses, repeats and reconnects converge, with every item once',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        const number = run++
        const team = server.clientFor({ token: people[0]!.token, teamId })
        const { playlistId } = await makeFilledChannel(server.db, team, letters, { status_id: 1, name: `Run ${number}` })
        await makeSeries(team, playlistId, 'Second')
        const pages = people.map((person) => new Page(person, playlistId))
        await Promise.all(pages.map((page) => page.read()))
        const lateEffects: [Page, readonly ChannelEffect[]][] = []
        let concurrent: Promise<void>[] = []
        for (const [index, { by, isLost, isRepeated, missing, reconnects, ...how }] of steps.entries()) {
          const page = pages[by]!
          const intent = page.begin(`run${number}-${index}`, how.pick, how.container, how.at)
          const make = async () => {
            let result = await page.send(intent)
            if (isLost) result = await page.send(intent)
            if (isRepeated) expect(await page.send(intent)).toMatchObject({ revision: result.revision, effects: result.effects })
            for (const [n, other] of pages.entries()) {
              if (other === page || missing.includes(n)) continue
              if (how.late.includes(n)) lateEffects.push([other, result.effects])
              else other.receive(result.effects)
            }
            page.accept(intent, result)
          }
          concurrent.push(make())
          if (!how.isConcurrent) {
            await Promise.all(concurrent)
            concurrent = []
          }
          if (reconnects !== null) await pages[reconnects]!.read()
        }
        await Promise.all(concurrent)
        for (const [page, effects] of lateEffects.toReversed()) page.receive([...effects, ...effects])
        const serverState = await people[0]!.client(contract.getPlaylist, { params: { id: playlistId } })
        // A page that missed an event notices the gap at the next event, or reads the channel when it reconnects.
        for (const page of pages) if (page.revision < serverState.revision) await page.read()
        const expected = ordersOf(serverState)
        expect([...expected].flatMap(([id, order]) => (id === playlistId ? [] : order)).toSorted()).toEqual(
          [...new Set([...expected].flatMap(([id, order]) => (id === playlistId ? [] : order)))].toSorted(),
        )
        expect([...expected].flatMap(([id, order]) => (id === playlistId ? [] : order))).toHaveLength(letters.length)
        for (const page of pages) {
          expect(page.pending).toEqual([])
          expect(Object.fromEntries(page.orders)).toEqual(Object.fromEntries(expected))
        }
      }),
      { numRuns: 12 },
    )
  },
)
