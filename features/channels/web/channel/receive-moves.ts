import type { QueryClient } from '@tanstack/react-query'
import type { ChannelEffect } from '../../contract.ts'

/**
 * Applies moves to the cached open channel. Loads the code at the first move, because most pages get none.
 * @param callId this user's call, whose optimistic edit the effects replace
 */
export async function receiveMoves(client: QueryClient, effects: readonly ChannelEffect[], callId?: number): Promise<void> {
  if (effects.length === 0) return
  const { receiveEffect } = await import('./live-moves.ts')
  for (const effect of effects) receiveEffect(client, effect, callId)
}
