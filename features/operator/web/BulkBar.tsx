import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formatList } from '#kit/web/format.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { operatorContract, type UserRow as User } from '../contract.ts'
import { limits } from '../rules.ts'
import css from './operator.module.css'
import { nameOf } from './UserRow.tsx'
import { t } from './texts.ts'

interface BulkBarProps {
  users: readonly User[]
  /** Number of users that {@link onChooseFirst} selects. */
  firstCount: number
  /** Selects the first users. For touch devices, which have no Shift key to select a range. */
  onChooseFirst: () => void
  onClear: () => void
}

/** Acts on the selected users. Users that can't be changed are named afterwards. */
export function BulkBar({ users, firstCount, onChooseFirst, onClear }: BulkBarProps) {
  const change = useChange(operatorContract.updateUsers)
  const [failed, setFailed] = useState<string[]>([])
  const { message } = formErrors(change.error)
  if (users.length === 0 && failed.length === 0) return null
  const ids = users.map(({ id }) => id)
  const run = (body: { can_upload_video?: boolean; suspension?: { reason: string; until: string | null } }) =>
    change.mutate(
      { body: { users: ids, ...body } },
      {
        onSuccess: ({ done, failed: left }) => {
          toast(t('users.done', { count: done.length }))
          const names = new Map(users.map((user) => [user.id, nameOf(user)]))
          setFailed(left.map(({ id }) => names.get(id) ?? id))
          onClear()
        },
      },
    )
  async function suspend() {
    const result = await openDialog(() => import('./SuspendDialog.tsx').then((module) => module.SuspendDialog), { count: users.length })
    if (result) run({ suspension: result.suspension })
  }
  const title = t('users.selected', { count: users.length })
  return (
    <section className={css.bar} aria-label={title}>
      <output className={css.name}>{title}</output>
      {failed.length > 0 && <Alert>{t('users.failed_some', { names: formatList(failed) })}</Alert>}
      {message && <Alert>{message}</Alert>}
      {users.length >= limits.bulk && <p className={css.quiet}>{t('users.most', { count: limits.bulk })}</p>}
      {users.length > 0 && (
        <div className={css.buttons}>
          <Button size="s" kind="danger" busy={change.isPending} onClick={() => void suspend()}>
            {t('users.suspend')}
          </Button>
          <Button size="s" busy={change.isPending} onClick={() => run({ can_upload_video: true })}>
            {t('users.allow_upload')}
          </Button>
          {users.length < firstCount && (
            <Button size="s" kind="text" onClick={onChooseFirst}>
              {t('users.select_first', { count: firstCount })}
            </Button>
          )}
          <Button size="s" kind="text" onClick={onClear}>
            {t('users.clear')}
          </Button>
        </div>
      )}
    </section>
  )
}
