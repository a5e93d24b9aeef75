import { formatLength } from '#kit/web/format.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { ItemLines } from './ItemLines.tsx'
import type { PlayableItem } from './plan.ts'
import { t } from './texts.ts'
import css from './UpNext.module.css'

/** The next item, in a corner of the wide player. */
export function NextItem({ item, onChoose }: { item: PlayableItem; onChoose: () => void }) {
  const length = item.duration ? formatLength(item.duration) : ''
  return (
    <button type="button" className={css.next} onClick={onChoose}>
      <PictureFrame className={css.small}>
        <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="60px" />
      </PictureFrame>
      <span className={css.words}>
        <ItemLines title={item.title} meta={[t('player.upNext'), length].filter(Boolean).join(' · ')} metaFirst />
      </span>
    </button>
  )
}
