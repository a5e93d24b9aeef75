// Simulates viewers for `npm run bench:capacity`, in a separate process, so that its processor time isn't counted as the product's.
// Commands come over IPC, one at a time.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FlowName, flowOf, pickRandom, pickPopular, type User, type Visitor, type World } from './capacity-flows.ts'
import {
  guestShare,
  newcomerShare,
  nextOf,
  pickWeighted,
  shareOfTime,
  type ActivityState,
  type StateName,
  states,
} from './capacity-model.ts'
import { createRequests } from './capacity-requests.ts'
import { createStatistics } from './capacity-statistics.ts'

export type Command =
  | { do: 'use'; urls: string[] }
  /** Raises the number of viewers evenly over the seconds. */
  | { do: 'raise'; viewers: number; seconds: number }
  /** Returns the figures since the previous sample. */
  | { do: 'sample' }
  /** Repeats one call for some seconds, with `atOnce` calls at the same time. */
  | { do: 'only'; flow: FlowName; seconds: number; atOnce: number }
  /** Opens pages that follow events, and leaves them open. */
  | { do: 'open'; pages: number }
/** Response to a command. */
export interface CommandResponse {
  result: unknown
}

const world = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as World
const statistics = createStatistics()
const requests = createRequests(world, statistics)
const timeShares = { guest: shareOfTime(false), user: shareOfTime(true) }
/** Maximum wait until all pages are connected, in ms. */
const openMs = 30_000
/** Longest stay, as a multiple of the mean. */
const maxMeans = 5

let addresses = 0
let people = 0
let users = 0
/** Returns public addresses, so that the server looks up their country. */
function nextAddress() {
  const index = addresses++
  return `81.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}
const stayMs = (mean: number) => Math.min(-Math.log(1 - Math.random()), maxMeans) * mean * 1000

function newVisitor(user: User | undefined): Visitor {
  const visitor = { address: nextAddress(), user, isNewcomer: user === undefined && Math.random() < newcomerShare } as Visitor
  chooseFlow(visitor)
  return visitor
}
/** Chooses the viewer's next channel, video, TV channel and search. */
function chooseFlow(visitor: Visitor) {
  visitor.channel = pickPopular(world.channels)
  visitor.video = pickRandom(visitor.channel.videos)
  visitor.tv = pickPopular(world.tvChannels)
  visitor.keyword = pickRandom(world.keywords)
  visitor.position = 0
}

async function enterActivity(state: ActivityState, visitor: Visitor) {
  for (const [index, group] of state.enter.entries()) {
    const names = index === 0 && visitor.user ? [...group, ...(state.users ?? [])] : group
    await Promise.all(names.map((name) => requests.call(name, visitor)))
  }
}

/** Simulates a viewer who goes from state to state, visit after visit. */
async function simulateViewer(user: User | undefined) {
  let visitor = newVisitor(user)
  let leave = user && requests.follow(user, visitor.address)
  let name = pickWeighted(timeShares[user ? 'user' : 'guest'], Math.random())
  for (;;) {
    const state: ActivityState = states[name as StateName]
    await enterActivity(state, visitor)
    for (const until = performance.now() + stayMs(state.staySeconds); performance.now() < until;) {
      const restMs = until - performance.now()
      const everyMs = (state.every?.seconds ?? Infinity) * 1000
      await sleep(Math.min(restMs, everyMs))
      if (!state.every || restMs < everyMs) break
      visitor.position += state.every.seconds
      await requests.call(state.every.flow, visitor)
    }
    for (const flow of state.exit ?? []) await requests.call(flow, visitor)
    name = pickWeighted(nextOf(state, user !== undefined), Math.random())
    if (name === 'leave') {
      leave?.()
      visitor = newVisitor(user)
      leave = user && requests.follow(user, visitor.address)
      name = 'arrive'
    } else chooseFlow(visitor)
  }
}

async function raiseViewers(viewers: number, seconds: number) {
  const startedMs = performance.now()
  const before = people
  while (people < viewers) {
    const isUser = users < Math.round((people + 1) * (1 - guestShare)) && users < world.users.length
    people++
    void simulateViewer(isUser ? world.users[users++] : undefined)
    await sleep(Math.max(0, startedMs + ((people - before) / (viewers - before)) * seconds * 1000 - performance.now()))
  }
}

async function repeatFlow(flow: FlowName, seconds: number, concurrency: number) {
  const { after = [], isForUsers } = flowOf(flow)
  const end = performance.now() + seconds * 1000
  const loop = async (index: number) => {
    // Each call is by another viewer, unless it needs the result of an earlier call.
    for (let visitor: Visitor | undefined; performance.now() < end;) {
      if (!visitor || !after.length) visitor = newVisitor(isForUsers || Math.random() > guestShare ? world.users[index] : undefined)
      visitor.isNewcomer = true
      if (after.includes('view') && !visitor.viewActionId) for (const name of after) await requests.call(name as FlowName, visitor)
      await requests.call(flow, visitor)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, world.users.length) }, (_, index) => loop(index)))
}

async function openEventPages(pages: number) {
  // Distributes the pages over all users, because a user may have only twenty.
  for (let index = 0; index < pages; index++) {
    requests.follow(world.users[index % world.users.length]!, nextAddress())
    if (index % 50 === 49) await sleep(50)
  }
  for (const end = performance.now() + openMs; requests.streams() < pages && performance.now() < end;) await sleep(50)
}

async function runCommand(command: Command): Promise<unknown> {
  if (command.do === 'use') return requests.use(command.urls)
  if (command.do === 'raise') return raiseViewers(command.viewers, command.seconds)
  if (command.do === 'only') return repeatFlow(command.flow, command.seconds, command.atOnce)
  if (command.do === 'open') return openEventPages(command.pages)
  return statistics.take(requests.streams())
}
const respond = (response: CommandResponse) => process.send!(response)
process.on('message', (command: Command) => void runCommand(command).then((result) => respond({ result })))
// Ends when the benchmark ends, also if it crashes.
process.on('disconnect', () => process.exit())
