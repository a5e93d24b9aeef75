import { Button } from '#ui/Button.tsx'
import { clipboardText } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from '../texts.ts'
import { useClip } from './clipboard.ts'

/** Adds the copied videos to the related videos of a video. */
export function PasteRelatedVideosButton({ subject: { id: videoId, related, busy, add } }: { subject: SubjectOf<'related-videos'> }) {
  const clip = useClip()
  const copied = clip?.kind === 'video' ? clip.items.filter(({ id }) => id !== videoId && related.every((item) => item.id !== id)) : []
  return (
    copied.length > 0 && (
      <Button kind="line" size="s" icon={clipboardText} busy={busy} onClick={() => add(copied)}>
        {t('related.paste')}
      </Button>
    )
  )
}
