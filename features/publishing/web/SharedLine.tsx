import { formatDay } from '#kit/web/format-date.ts'
import { language } from '#kit/web/i18n.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import { inLanguage } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import css from './SharedLine.module.css'
import { t } from './texts.ts'

/** Shows when a thing was shared and from where, below the thing's card, or below the first card of a shared series. */
export function SharedLine({ subject }: { subject: SubjectOf<'video'> }) {
  const { tabIndex } = useStop()
  const { place } = subject
  const isFirst = place?.series.videos[0]?.id === subject.id
  const shared = place?.video.shared ?? (isFirst ? place.series.shared : null)
  if (!shared) return null
  const words = t('share.when', { day: formatDay(shared.shared_at) })
  if (shared.url === null) return <p className={css.line}>{words}</p>
  const { origin, host, pathname, search } = new URL(shared.url, location.origin)
  const isHere = origin === location.origin
  const target = isHere
    ? { href: inLanguage(language, { pathname, search }) }
    : { href: shared.url, target: '_blank', rel: 'noopener nofollow ugc' }
  return (
    <p className={css.line}>
      <span>{words}</span>
      <a
        className={css.link}
        {...target}
        tabIndex={tabIndex}
        aria-label={t(isHere ? 'share.source_of' : 'share.source_outside', { title: subject.name, host })}
      >
        {isHere ? t('share.source') : t('share.source_at', { host })}
      </a>
    </p>
  )
}
