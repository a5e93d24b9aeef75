import { useRead } from '#kit/web/read.ts'
import { Icon } from '#ui/Icon.tsx'
import { warningCircleFill } from '#ui/icons.ts'
import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { stopProps } from '#ui/arrow-navigation.ts'
import { paths } from '#shell/paths.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { linkChecksContract } from '../contract.ts'
import css from './DeadLinksNote.module.css'
import { t } from './texts.ts'

/** A note above the user's channels, with a link to their dead links. Renders nothing if there are none. */
export const DeadLinksNote = ({ subject }: { subject: SubjectOf<'view'> }) => subject.id === 'heart' && <LoadedDeadLinksNote />

const firstDeadLinkQuery = { query: { limit: 1 } }

function LoadedDeadLinksNote() {
  const { data, error } = useRead(linkChecksContract.listDeadLinks, firstDeadLinkQuery)
  if (!data && !error) return <CarouselPlaceholder />
  if (!data?.data.some((video) => video.is_gone)) return null
  return (
    <p className={css.note}>
      <Icon icon={warningCircleFill} size={20} className={css.icon} />
      <span>{t('note.text')}</span>
      <a className={css.link} href={paths.settings({ view: 'deadLinks' })} {...stopProps}>
        {t('note.action')}
      </a>
    </p>
  )
}
