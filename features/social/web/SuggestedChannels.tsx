import { formatList } from '#kit/web/format.ts'
import { Disc } from '#ui/Disc.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { plusBold, x } from '#ui/icons.ts'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { performStep } from '#shell/run-action.ts'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import type { Suggestion } from '../contract.ts'
import { dismissSuggestion, toggleFollow } from './follow.ts'
import css from './following.module.css'
import { t } from './texts.ts'

/** Returns the reason for a suggestion as text. */
function reasonOf({ reason: { kind, names } }: Suggestion): string {
  const [name, other] = names
  if (kind === 'popular' || name === undefined) return t('suggested.popular')
  if (kind === 'tags') return t('suggested.tags', { tags: formatList(names) })
  return other === undefined ? t('suggested.follows', { name }) : t('suggested.follows_two', { name, other })
}

/** Suggested channels; renders nothing without any. */
export function SuggestedChannels({ suggested }: { suggested: readonly Suggestion[] }) {
  // Hides channels that were followed since the list was read.
  const remaining = suggested.filter(({ playlist }) => !playlist.is_followed)
  if (remaining.length === 0) return null
  return (
    <section className={css.suggested}>
      <h2 className={css.title}>{t('suggested.title')}</h2>
      <ul className={css.list}>
        {remaining.map((item) => {
          const { following_id: id, name, image, playlist } = item
          return (
            <li key={id} className={css.item}>
              <LinkLine picture={<Disc id={id} name={name} picture={image} />} name={name} href={channelAddress('globe', { playlist: id })}>
                <AboutLine>
                  <LockedLine isLocked={playlist.is_locked}>{reasonOf(item)}</LockedLine>
                </AboutLine>
              </LinkLine>
              <IconButton
                kind="quiet"
                icon={plusBold}
                iconSize={20}
                label={t('follow.add_to', { name })}
                onClick={() => void performStep((tools) => toggleFollow({ type: 'playlist', id, name }, false, tools))}
              />
              <IconButton
                icon={x}
                iconSize={20}
                label={t('suggested.dismiss_of', { name })}
                onClick={() => void performStep((tools) => dismissSuggestion(playlist, tools))}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
