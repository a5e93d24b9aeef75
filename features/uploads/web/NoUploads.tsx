import { useEffect } from 'react'
import { followFileDrops } from './drops.ts'

/** Explains to users who may not upload why a dropped file is refused. */
export function NoUploads() {
  useEffect(() => followFileDrops(undefined), [])
  return null
}
