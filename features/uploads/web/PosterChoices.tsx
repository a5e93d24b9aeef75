import { useRead } from '#kit/web/read.ts'
import { cx } from '#ui/cx.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import { uploadsContract } from '../contract.ts'
import css from './PosterChoices.module.css'
import { t } from './texts.ts'

/** Matches addresses of an upload's files, here or at a CDN. */
const uploadAddressPattern = /^(?:https:\/\/[^/]+\/media\/edge|\/media)\/videos\//

/** Frames of an uploaded video that the user can choose as its picture. */
export function PosterChoices({ subject: { video, chosen, choose } }: { subject: SubjectOf<'item-picture'> }) {
  const { data } = useRead(
    uploadsContract.listPosters,
    { params: { id: video.id } },
    { enabled: video.src !== null && uploadAddressPattern.test(video.src) },
  )
  if (!data || data.data.length === 0) return null
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{t('posters.label')}</legend>
      {data.data.map((address, index) => (
        <button
          key={address}
          type="button"
          className={cx(css.choice, chosen === address && css.on)}
          aria-label={t('posters.one', { number: index + 1 })}
          aria-pressed={chosen === address}
          onClick={() => choose(address)}
        >
          <PictureFrame>
            <Picture id={address} name="" source={address} shape="card" sizes="112px" />
          </PictureFrame>
        </button>
      ))}
    </fieldset>
  )
}
