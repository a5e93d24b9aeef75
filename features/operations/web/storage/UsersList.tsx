import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { usePages } from '#kit/web/read.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { formatBytes } from '#features/uploads/web/upload-texts.ts'
import { operationsContract } from '../../contract.ts'
import type { StorageUser } from '../../contract/storage.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'

/** Users by stored bytes, largest first. */
export function UsersList() {
  const pages = usePages(operationsContract.listStorageUsers, {})
  return (
    <section className={css.section} aria-labelledby="users">
      <h2 id="users" className={css.title}>
        {t('storage.users')}
      </h2>
      <LoadedContent read={{ ...pages, data: pages.items }} failed={t('storage.failed')} skeleton={<ListSkeleton label={t('loading')} />}>
        {(users) =>
          users.length === 0 ? (
            <p className={css.quiet}>{t('storage.users_none')}</p>
          ) : (
            <>
              <ul className={css.rows} aria-labelledby="users">
                {users.map((user) => (
                  <UserRow key={user.id} user={user} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}

function UserRow({ user: { nickname, email, bytes, files, quota_bytes: quota, has_own_quota: isOwn } }: { user: StorageUser }) {
  const name = nickname ?? t('storage.nameless')
  const usageText = t('storage.of_quota', { bytes: formatBytes(bytes), quota: formatBytes(quota) })
  return (
    <li className={css.row}>
      <div className={css.words}>
        <bdi>{name}</bdi>
        <span className={css.quiet}>{joinWithDots([email, t('storage.files', { count: files }), isOwn && t('storage.own')])}</span>
        {quota > 0 && <Progress label={name} value={bytes / quota} />}
      </div>
      <span className={css.number}>{usageText}</span>
    </li>
  )
}
