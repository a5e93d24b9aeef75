import type { KeyboardEvent } from 'react'
import { formatLength } from '#kit/web/format.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { ItemLines } from './ItemLines.tsx'
import type { PlayableItem } from './plan.ts'
import { PlayNextSwitch } from './CountdownNote.tsx'
import { t } from './texts.ts'
import css from './UpNext.module.css'

/** How many coming items are listed: more than anybody scrolls through here. */
const maxListed = 50

interface UpNextProps {
  items: readonly PlayableItem[]
  index: number
  onChoose: (index: number) => void
}

const about = ({ duration, subtitle, site }: PlayableItem) =>
  [duration ? formatLength(duration) : '', subtitle ?? site ?? ''].filter(Boolean).join(' · ')

/** Up and down walk along the list. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const all = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  event.preventDefault()
  all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

/** What comes after this, below the player. */
export function UpNext({ items, index, onChoose }: UpNextProps) {
  const coming = items.slice(index + 1, index + 1 + maxListed)
  if (coming.length === 0) return null
  return (
    <section className={css.list} aria-label={t('player.upNext')}>
      <div className={css.head}>
        <h3 className={css.heading}>{t('player.upNext')}</h3>
        <PlayNextSwitch />
      </div>
      <ul>
        {coming.map((item, at) => (
          <li key={item.id}>
            <button type="button" className={css.item} onKeyDown={moveFocus} onClick={() => onChoose(index + 1 + at)}>
              <PictureFrame className={css.picture}>
                <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="102px" />
              </PictureFrame>
              <span className={css.words}>
                <ItemLines title={item.title} meta={about(item)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The next item alone, in the corner of the wide player. */
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
