import { dotted } from '#kit/web/dotted.ts'
import { usePages } from '#kit/web/use.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { formatBytes } from '#features/uploads/web/words.ts'
import { operationsContract } from '../../contract.ts'
import type { StoragePerson } from '../../contract/storage.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'

/** Users by stored bytes, largest first. */
export function PeopleList() {
  const pages = usePages(operationsContract.listStoragePeople, {})
  return (
    <section className={css.section} aria-labelledby="people">
      <h2 id="people" className={css.title}>
        {t('storage.people')}
      </h2>
      <Loaded read={{ ...pages, data: pages.items }} failed={t('storage.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {(people) =>
          people.length === 0 ? (
            <p className={css.quiet}>{t('storage.people_none')}</p>
          ) : (
            <>
              <ul className={css.rows} aria-labelledby="people">
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </ul>
              <MoreBelow pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function PersonRow({ person: { nickname, email, bytes, files, quota_bytes: quota, has_own_quota: isOwn } }: { person: StoragePerson }) {
  const name = nickname ?? t('storage.nameless')
  const used = t('storage.person', { bytes: formatBytes(bytes), quota: formatBytes(quota) })
  return (
    <li className={css.row}>
      <div className={css.words}>
        <bdi>{name}</bdi>
        <span className={css.quiet}>{dotted([email, t('storage.files', { count: files }), isOwn && t('storage.own')])}</span>
        {quota > 0 && <Progress label={name} value={bytes / quota} />}
      </div>
      <span className={css.number}>{used}</span>
    </li>
  )
}
