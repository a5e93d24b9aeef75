import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { broadcast } from '#ui/icons.ts'
import { performStep } from '#shell/run-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { shareSeries, shareVideo } from './actions.ts'
import { t } from './texts.ts'

/** A button in the share dialog that shares with the user's followers. If refused, the dialog stays open with the reason. */
export function DirectShareButton({ subject: { channel, serie, video } }: { subject: SubjectOf<'shared'> }) {
  const [isSharing, setIsSharing] = useState(false)
  // Only for series and videos, and not for things that are direct shares themselves.
  if (!serie || channel.direct_publish) return null
  const share = async () => {
    setIsSharing(true)
    await performStep((tools) =>
      video
        ? shareVideo({ id: video.id, name: video.title, channel, seriesId: serie.id }, tools)
        : shareSeries({ id: serie.id, name: serie.name, channel }, tools),
    )
    setIsSharing(false)
  }
  return (
    <Button icon={broadcast} busy={isSharing} onClick={() => void share()}>
      {t('share.name')}
    </Button>
  )
}
