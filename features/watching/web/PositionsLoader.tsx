import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { restoreMiniPlayer } from '#features/player/web/presenting.ts'
import { watchingContract } from '../contract.ts'
import { knownPositions, positionsQuery } from './positions.ts'

/** Loads the user's positions once per page, for all cards. Restores the mini-player after a reload. */
export function PositionsLoader() {
  const { data } = useRead(watchingContract.listPositions, positionsQuery)
  useEffect(() => {
    if (data) knownPositions.set(new Map(data.data.map((position) => [position.id, position])))
  }, [data])
  useEffect(() => {
    restoreMiniPlayer()
    return () => knownPositions.set(new Map())
  }, [])
  return null
}
