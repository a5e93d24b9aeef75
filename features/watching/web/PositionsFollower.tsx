import { useEffect } from 'react'
import { useRead } from '#kit/web/use.ts'
import { restoreDocked } from '#features/player/web/presenting.ts'
import { watchingContract } from '../contract.ts'
import { positions, positionsRead } from './positions.ts'

/** Loads the user's positions once per page for all cards, and restores the mini-player after a reload. */
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
