import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { FieldError } from '#ui/Field.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { t } from '../../texts.ts'
import { videoSummary } from '../../VideoCardView.tsx'
import css from './LinkList.module.css'
import { hasNoResponse, isUnplayable, type LinkMetaState } from './useLinkMetas.ts'

interface LinkListProps {
  links: readonly string[]
  metaOf: (link: string) => LinkMetaState | undefined
  /** Returns the error of a link, if any. */
  wrongOf: (link: string) => string | undefined
  onRemove: (link: string) => void
}

/** A list of items to add together. */
export const LinkList = ({ links, metaOf, wrongOf, onRemove }: LinkListProps) => (
  <ol className={css.list} aria-label={t('add.several')}>
    {links.map((link, index) => {
      const meta = metaOf(link)
      const title = meta?.found?.reached ? meta.found.title : link
      const error = wrongOf(link)
      const about = describeLink(meta)
      return (
        <li key={link} className={css.item} aria-busy={meta?.coming}>
          {/* Errors refer to these numbers. Hidden from screen readers, which number the items themselves. */}
          <span className={css.number} aria-hidden="true">
            {index + 1}
          </span>
          <PictureFrame className={css.picture}>
            {meta?.coming ? (
              <SkeletonBlock height={68} shape="flat" />
            ) : (
              <Picture id={link} name={title} source={meta?.found?.image} shape="card" sizes="96px" />
            )}
          </PictureFrame>
          <span className={css.words}>
            <span className={css.title}>{title}</span>
            {about && <span className={css.about}>{about}</span>}
            {error && <FieldError>{error}</FieldError>}
          </span>
          <IconButton icon={x} iconSize={20} label={t('add.remove', { title })} onClick={() => onRemove(link)} />
        </li>
      )
    })}
  </ol>
)

/** Describes a link in one line. */
function describeLink(meta: LinkMetaState | undefined): string {
  if (isUnplayable(meta)) return t('add.unplayable_one')
  if (meta?.found) return meta.found.reached ? videoSummary(meta.found) : t('add.unread_one')
  return hasNoResponse(meta) ? t('add.late') : ''
}
