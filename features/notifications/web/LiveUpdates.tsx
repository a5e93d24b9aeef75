import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onConnected } from '#kit/web/connection.ts'
import { subscribeToLiveEvents, type LiveData } from '#kit/web/live.ts'
import { refetchTopics } from '#kit/web/refetch.ts'
import { tabId } from '#kit/web/tab.ts'
import type { ChannelEffect } from '#features/channels/contract.ts'
import { lostChannelsTopic } from '#features/channels/rules.ts'
import { receiveMoves } from '#features/channels/web/channel/receive-moves.ts'
import type { PresenceEvent } from '#features/together/contract.ts'
import { countWaitingCalls } from '#kit/web/repeat.ts'
import { receivePresence } from '#features/together/web/present-members.ts'
import { endDrag, isDragging } from '#ui/drag/pointer.ts'

/** Milliseconds after which a waiting update checks again whether a drag or change is in progress. */
const waitMs = 250

/** Refetches data that changed elsewhere, as soon as no drag or change is in progress. */
function createRefresher(client: QueryClient) {
  const stale = new Set<string>()
  const moves: ChannelEffect[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    if (!isDragging()) void receiveMoves(client, moves.splice(0))
    const isWaiting = moves.length > 0 || (stale.size > 0 && !document.hidden)
    if (!isWaiting) return
    if (isDragging() || client.isMutating() > countWaitingCalls()) {
      timer = setTimeout(refresh, waitMs)
      return
    }
    if (document.hidden) return
    const topics = new Set(stale)
    stale.clear()
    void refetchTopics(client, topics)
  }
  document.addEventListener('visibilitychange', refresh)
  return {
    add(topics: readonly string[]) {
      for (const topic of topics) stale.add(topic)
      timer ??= setTimeout(refresh)
    },
    move(effects: readonly ChannelEffect[]) {
      moves.push(...effects)
      stale.add('activity:*')
      timer ??= setTimeout(refresh)
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    },
  }
}

/** Applies live updates. Renders nothing. */
export function LiveUpdates() {
  const client = useQueryClient()

  // An effect, because the connection is outside of React.
  useEffect(() => {
    const refresher = createRefresher(client)
    const stop = subscribeToLiveEvents((name, { topics = [], by, moves = [], presence }: LiveData) => {
      if (name === 'notification') refresher.add(['notifications'])
      else if (name === 'presence') receivePresence(presence as PresenceEvent)
      else if (name === 'moved') refresher.move(moves as ChannelEffect[])
      else if (by !== tabId) {
        if (topics.includes(lostChannelsTopic)) endDrag()
        refresher.add(topics)
      }
    })
    const stopWaiting = onConnected(
      () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.errorUpdateCount > 0 }),
    )
    return () => {
      stop()
      stopWaiting()
      refresher.stop()
    }
  }, [client])

  return null
}
