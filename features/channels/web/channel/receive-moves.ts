import type { QueryClient } from '@tanstack/react-query'
import type { ChannelEffect } from '../../contract.ts'

/**
 * Applies moves to the cached open channel. Loads the code on the first move, because most pages receive no moves.
 * @param callId the user's own call, whose optimistic edit the effects replace
 */
export async function receiveMoves(client: QueryClient, effects: readonly ChannelEffect[], callId?: number): Promise<void> {
  if (effects.length === 0) return
  const { receiveEffect } = await import('./live-moves.ts')
  for (const effect of effects) receiveEffect(client, effect, callId)
}
