import { parseLink } from '#features/media/addresses.ts'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { arrowSquareOut } from '#ui/icons.ts'
import type { Video } from '../../contract.ts'
import { isLink } from '../../input-rules.ts'
import { t } from '../texts.ts'
import { recordClick } from './clicks.ts'
import css from './GoToLink.module.css'

interface GoToLinkProps {
  video: Video
  /** Renders a button instead of a line of text. */
  large?: boolean
}

/** The link of a video to another site, with the host shown. Renders nothing if there is none. */
export function GoToLink({ video, large = false }: GoToLinkProps) {
  const { go_to: address, go_to_title: title } = video
  // Defence in depth: never follows an address that the form would refuse.
  if (!address || !isLink(address)) return null
  const host = parseLink(address)!.host.replace(/^www\./, '')
  const label = title ?? t('video.go_to_default')
  return (
    <a
      className={cx(css.link, large && css.large)}
      href={address}
      target="_blank"
      rel="noopener nofollow ugc"
      aria-label={t('video.opens_outside', { title: label, host })}
      onClick={() => recordClick('go_to', video)}
      // A middle click opens the link too.
      onAuxClick={({ button }) => button === 1 && recordClick('go_to', video)}
    >
      <Icon icon={arrowSquareOut} size={large ? 20 : 16} />
      <span className={css.title}>{label}</span>
      <span className={css.host}>{host}</span>
    </a>
  )
}
