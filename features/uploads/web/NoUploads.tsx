import { useEffect } from 'react'
import { acceptChannelDrops } from './drops.ts'

/** Explains to users who may not upload why a dropped file is refused. */
export function NoUploads() {
  useEffect(() => acceptChannelDrops(undefined), [])
  return null
}
