import { useEffect, useEffectEvent } from 'react'
import { useGo } from '#shell/navigation.ts'
import { channelAddress, type Home } from '../addresses.ts'

interface Stop {
  id: string
  name: string
}

/**
 * From one channel of a dial to the one beside it: left and right arrow where nothing else has them, or a swipe over what carries
 * `data-zap`. The address is replaced: Back leaves the channels in one step. Its code comes once a channel is on the screen.
 * @param stops the channels of the dial from left to right
 */
export function useZap(home: Home, stops: readonly Stop[] | undefined, id: string): void {
  const go = useGo()
  const find = useEffectEvent((by: 1 | -1) => {
    const at = stops?.findIndex((stop) => stop.id === id) ?? -1
    const next = at < 0 ? undefined : stops?.[at + by]
    return next && { href: channelAddress(home, { playlist: next.id }), name: next.name }
  })
  const replace = useEffectEvent((href: string) => go(href, { replace: true }))

  useEffect(() => {
    const listening = new AbortController()
    // Without it one goes from channel to channel by the dial.
    void import('./zap.ts').then(
      ({ followZaps }) =>
        followZaps(
          (by) => find(by),
          (href) => replace(href),
          listening.signal,
        ),
      () => {},
    )
    return () => listening.abort()
  }, [])
}
