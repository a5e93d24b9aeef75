import { isLink } from '#features/channels/input-rules.ts'
import { parseLink } from '#features/media/addresses.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { language } from '#kit/web/i18n.ts'
import { useStop } from '#ui/arrow-navigation.ts'
import { Icon } from '#ui/Icon.tsx'
import { arrowSquareOut } from '#ui/icons.ts'
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
  const { origin, pathname, search } = new URL(shared.url, location.origin)
  return (
    <p className={css.line}>
      <span>{words}</span>
      {origin === location.origin ? (
        <a
          className={css.link}
          href={inLanguage(language, { pathname, search })}
          tabIndex={tabIndex}
          aria-label={t('share.source_of', { title: subject.name })}
        >
          {t('share.source')}
        </a>
      ) : (
        <OutsideLink address={shared.url} title={subject.name} tabIndex={tabIndex} />
      )}
    </p>
  )
}

interface OutsideLinkProps {
  address: string
  title: string
  tabIndex: number
}

/** A link to another site, with its host. Renders nothing for an address that the server would refuse. */
function OutsideLink({ address, title, tabIndex }: OutsideLinkProps) {
  const host = isLink(address) ? parseLink(address)?.host.replace(/^www\./, '') : undefined
  if (host === undefined) return null
  return (
    <a
      className={css.link}
      href={address}
      target="_blank"
      rel="noopener nofollow ugc"
      tabIndex={tabIndex}
      aria-label={t('share.source_outside', { title, host })}
    >
      <Icon icon={arrowSquareOut} size={16} />
      {t('share.source_at', { host })}
    </a>
  )
}
