import { useEffect } from 'react'
import { followFileDrops } from './drops.ts'

/** For those who may not upload: a file that they drop is refused in words. */
export function NoUploads() {
  useEffect(() => followFileDrops(undefined), [])
  return null
}
