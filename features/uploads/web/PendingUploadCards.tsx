import { Icon } from '#ui/Icon.tsx'
import { cloudArrowUp } from '#ui/icons.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import { Progress } from '#ui/Spinner.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import css from './PendingUploadCards.module.css'
import { isUploadActive, type DisplayedUpload } from './displayed-uploads.ts'
import { showUploads } from './show-uploads.ts'
import { displayedUploads } from './uploads.ts'
import { phaseText } from './upload-texts.ts'

/** Cards, after the videos of a series, for uploads that aren't videos yet. */
export function PendingUploadCards({ subject: { id, series } }: { subject: SubjectOf<'serie'> }) {
  const coming = displayedUploads
    .use()
    .filter(({ seriesId, videoId }) => seriesId === id && !series.videos.some((video) => video.id === videoId))
  return coming.map((upload) => <ComingCard key={upload.key} upload={upload} />)
}

function ComingCard({ upload }: { upload: DisplayedUpload }) {
  const stop = useStop()
  const { title, percent } = upload
  const phase = phaseText(upload)
  return (
    <button type="button" className={css.card} onClick={showUploads} aria-haspopup="dialog" {...stop}>
      {/* Hidden, because the button has the video's name, and the text of the bar is below. */}
      <span className={css.place} aria-hidden="true">
        <Icon icon={cloudArrowUp} />
        {isUploadActive(upload) && <Progress className={css.bar} label={phase} value={percent / 100} />}
      </span>
      <span className={css.title}>{title}</span>
      <span className={css.phase}>{phase}</span>
    </button>
  )
}
