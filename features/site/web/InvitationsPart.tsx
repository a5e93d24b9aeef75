import type { FormEvent } from 'react'
import { formText } from '#kit/web/form.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { State } from '#ui/State.tsx'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { siteContract } from '../contract.ts'
import type { Invitation } from '../contract/settings.ts'
import { limits } from '../rules.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import css from './site.module.css'
import { t } from './texts.ts'
import { toMoment, toWallTime, zoneName } from './wall-time.ts'

const inAMonth = () => toWallTime(new Date(Date.now() + 30 * 86_400_000).toISOString())

/** Links with which people register while registration is by invitation. */
export function InvitationsPart() {
  const pages = usePages(siteContract.listInvitations, { query: {} })
  return (
    <>
      <NewInvitation />
      <Loaded read={{ ...pages, data: pages.items }} failed={t('operator.failed')} skeleton={<PartSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            <State title={t('invitations.none')} text={t('invitations.none_text')} picture="none" />
          ) : (
            <>
              <ul className={css.rows} aria-label={t('operator.part.invitations')}>
                {items.map((item) => (
                  <Row key={item.id} invitation={item} />
                ))}
              </ul>
              <MoreBelow pages={pages} skeleton={<PartSkeleton />} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NewInvitation() {
  const create = useChange(siteContract.createInvitation)
  const { message, fields } = formErrors(create.error, ['note', 'max_uses', 'expires_at'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const body = { note: formText(given, 'note'), max_uses: formText(given, 'max_uses'), expires_at: toMoment(formText(given, 'end')) ?? '' }
    create.mutate(
      { body },
      {
        onSuccess() {
          form.reset()
          toast(t('invitations.made'))
        },
      },
    )
  }
  return (
    <form className={css.card} aria-labelledby="invite" onSubmit={submit} noValidate>
      <h2 id="invite" className={css.title}>
        {t('invitations.title')}
      </h2>
      <Field label={t('invitations.note')} error={fields['note']} limit={limits.note}>
        <TextInput name="note" autoComplete="off" />
      </Field>
      <Field label={t('invitations.uses')} error={fields['max_uses']}>
        <TextInput name="max_uses" inputMode="numeric" defaultValue="1" autoComplete="off" />
      </Field>
      <Field label={t('invitations.end')} help={t('operator.zone', { zone: zoneName() })} error={fields['expires_at']}>
        <TextInput name="end" type="datetime-local" defaultValue={inAMonth()} />
      </Field>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button type="submit" kind="accent" size="s" busy={create.isPending}>
          {t('invitations.make')}
        </Button>
      </div>
    </form>
  )
}

function Row({ invitation: { id, code, note, uses, max_uses: most, expires_at: end, is_open: isOpen } }: { invitation: Invitation }) {
  const revoke = useChange(siteContract.revokeInvitation)
  const name = note || t('invitations.nameless')
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(paths.register({ invitation: code }), location.origin).href)
    toast(t('invitations.copied'))
  }
  const failed = ({ message }: Error) => toast(message, { warning: true })
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.name}>{name}</span>
        <p className={css.quiet}>
          {[t('invitations.count', { uses, most }), isOpen ? t('invitations.until', { day: formatDay(end) }) : t('invitations.over')].join(' · ')}
        </p>
      </div>
      {isOpen && (
        <>
          <Button size="s" aria-label={t('invitations.copy_named', { name })} onClick={() => void copy()}>
            {t('invitations.copy')}
          </Button>
          <Button
            size="s"
            aria-label={t('invitations.revoke_named', { name })}
            onClick={() => revoke.mutate({ params: { id } }, { onError: failed })}
          >
            {t('invitations.revoke')}
          </Button>
        </>
      )}
    </li>
  )
}
