import { useEffect, useEffectEvent } from 'react'
import { pageHistory, useGo } from '#shell/navigation.ts'
import { channelAddress, type Home } from '../addresses.ts'

interface Stop {
  id: string
  name: string
}

/** What `zap.ts` wants to hear of. */
const zapEvents = ['keydown', 'touchstart', 'touchend', 'touchcancel', 'click'] as const
/** ms for which what was pressed before the code has come is still meant. */
const earlyMs = 3000
/** Events that are kept until then, at most. */
const maxEarly = 40

/**
 * From one channel of a dial to the one beside it: left and right arrow where nothing else has them, or a swipe over what carries
 * `data-zap`. The address is replaced: Back leaves the channels in one step. Its code comes once a channel is on the screen; what
 * is pressed before counts then.
 * @param stops the channels of the dial from left to right
 */
export function useZap(home: Home, stops: readonly Stop[] | undefined): void {
  const go = useGo()
  const find = useEffectEvent((by: 1 | -1, from: string | undefined) => {
    // What is on the screen may be behind the address.
    const shown = from ?? new URLSearchParams(pageHistory.get().search).get('playlist')
    const at = stops?.findIndex((stop) => stop.id === shown) ?? -1
    const next = at < 0 ? undefined : stops?.[at + by]
    return next && { id: next.id, href: channelAddress(home, { playlist: next.id }), name: next.name }
  })
  const replace = useEffectEvent((href: string) => go(href, { replace: true }))

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const early: Event[] = []
    let handle = (event: Event) => {
      early.push(event)
      if (early.length > maxEarly) early.shift()
    }
    for (const type of zapEvents) document.addEventListener(type, (event) => handle(event), { signal, capture: type === 'click' })
    const load = async () => {
      const { zapper } = await import('./zap.ts')
      handle = zapper({ find: (by, from) => find(by, from), replace: (href) => replace(href) })
      for (const event of early.splice(0))
        if (!signal.aborted && event.type !== 'click' && performance.now() - event.timeStamp < earlyMs) handle(event)
    }
    // Without it one goes from channel to channel by the dial.
    load().catch(() => listening.abort())
    return () => listening.abort()
  }, [])
}
