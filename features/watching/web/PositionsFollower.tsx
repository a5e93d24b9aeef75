import { useEffect } from 'react'
import { useRead } from '#kit/web/use.ts'
import { restoreDocked } from '#features/media/web/player/presenting.ts'
import { watchingContract } from '../contract.ts'
import { positions } from './positions.ts'
import { positionsRead } from './reads.ts'

/** Reads once for all cards where the user is in videos, and puts back the mini-player that a reload has taken away. */
export function PositionsFollower() {
  const { data } = useRead(watchingContract.listPositions, positionsRead)
  useEffect(() => {
    if (data) positions.set(new Map(data.data.map((position) => [position.id, position])))
  }, [data])
  useEffect(() => {
    restoreDocked()
    return () => positions.set(new Map())
  }, [])
  return null
}
