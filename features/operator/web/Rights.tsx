import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useChange } from '#kit/web/change.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { Switch } from '#ui/toggles.tsx'
import { type OperatorUser, operatorContract } from '../contract.ts'
import css from './operator.module.css'
import { nameOf } from './UserRow.tsx'
import { t } from './texts.ts'

const suspendedText = ({ reason, until }: NonNullable<OperatorUser['suspension']>) =>
  until === null ? t('user.suspended', { reason }) : t('user.suspended_until', { day: formatDay(until), reason })

/** State, rights, role, quota and suspension of a user. */
export function Rights({ user }: { user: OperatorUser }) {
  const { id, suspension, role, is_broadcaster: isBroadcaster, can_upload_video: canUpload } = user
  const change = useChange(operatorContract.updateUser)
  const { message, fields } = formErrors(change.error, ['upload_quota_gb'])
  const set = (body: NonNullable<Parameters<typeof change.mutate>[0]['body']>) => change.mutate({ params: { id }, body })
  // A second press would send the same value again.
  const toggle = (body: Parameters<typeof set>[0]) => !change.isPending && set(body)
  async function suspend() {
    const asked = { count: 1, asksPassword: role === 'operator' }
    const result = await openDialog(() => import('./SuspendDialog.tsx').then((module) => module.SuspendDialog), asked)
    if (result) set(result)
  }
  return (
    <section className={css.card} aria-label={nameOf(user)}>
      <h2 className={css.title}>{nameOf(user)}</h2>
      <p className={css.quiet}>{joinWithDots([user.email, id, t(`role.${role ?? 'none'}`)])}</p>
      {suspension && <Alert>{suspendedText(suspension)}</Alert>}
      {user.is_removed && <Alert>{t('user.removed')}</Alert>}
      {user.deletion_at !== null && <Alert kind="note">{t('user.leaving', { day: formatDay(user.deletion_at) })}</Alert>}
      <Switch
        label={t('user.broadcaster')}
        checked={isBroadcaster}
        aria-busy={change.isPending}
        onChange={() => toggle({ is_broadcaster: !isBroadcaster })}
      />
      <Switch
        label={t('user.upload')}
        checked={canUpload}
        aria-busy={change.isPending}
        onChange={() => toggle({ can_upload_video: !canUpload })}
      />
      <form
        className={css.buttons}
        onSubmit={(event) => {
          event.preventDefault()
          const quotaText = formText(new FormData(event.currentTarget), 'quota')
          set({ upload_quota_gb: quotaText === '' ? null : Number(quotaText) })
        }}
      >
        <Field label={t('user.quota')} error={fields['upload_quota_gb']}>
          <TextInput name="quota" type="number" min={0} inputMode="numeric" defaultValue={user.upload_quota_gb ?? ''} />
        </Field>
        <Button type="submit" busy={change.isPending}>
          {t('user.save')}
        </Button>
      </form>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button size="s" onClick={() => void openDialog(() => import('./RoleDialog.tsx').then((module) => module.RoleDialog), { user })}>
          {t('user.change_role')}
        </Button>
        {suspension ? (
          <Button size="s" busy={change.isPending} onClick={() => set({ suspension: null })}>
            {t('user.lift')}
          </Button>
        ) : (
          <Button size="s" kind="danger" busy={change.isPending} onClick={() => void suspend()}>
            {t('users.suspend')}
          </Button>
        )}
      </div>
    </section>
  )
}
