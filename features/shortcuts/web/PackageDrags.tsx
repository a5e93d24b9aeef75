import { useEffect } from 'react'
import { screenAt } from '#ui/drag/late-elements.ts'
import { enableArranging } from '#features/arranging/web/arrange/enable-arranging.ts'
import { useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { draggablePackages } from './draggable-packages.ts'

/** Lets users drag the packages of the screen into their bar. */
export function PackageDrags() {
  // Loads the bar's content in advance, because the bar appears during a drag.
  useOwnChannels()
  useEffect(() => {
    const page = screenAt(document.getElementById('content'))
    return page && enableArranging(page, draggablePackages)
  }, [])
  return null
}
