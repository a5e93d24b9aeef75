import type { FormEvent } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { toast } from '#ui/toasts.ts'
import { siteContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { ListSkeleton } from '../ListSkeleton.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { toMoment, toWallTime, zoneName } from '../wall-time.ts'
import { InvitationRow } from './InvitationRow.tsx'

const defaultDays = 30
const defaultEnd = () => toWallTime(new Date(Date.now() + defaultDays * 86_400_000).toISOString())

/** Links with which people register while registration is by invitation. */
export function Invitations() {
  const pages = usePages(siteContract.listInvitations, { query: {} })
  return (
    <section className={css.card} aria-labelledby="invitations">
      <h2 id="invitations" className={css.title}>
        {t('invitations.title')}
      </h2>
      <p className={css.quiet}>{t('invitations.text')}</p>
      <NewInvitation />
      <Loaded read={{ ...pages, data: pages.items }} failed={t('failed')} skeleton={<ListSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            <p className={css.quiet}>{t('invitations.none')}</p>
          ) : (
            <>
              <ul className={css.rows} aria-labelledby="invitations">
                {items.map((item) => (
                  <InvitationRow key={item.id} invitation={item} />
                ))}
              </ul>
              <MoreBelow pages={pages} skeleton={<ListSkeleton />} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function NewInvitation() {
  const create = useChange(siteContract.createInvitation)
  const { message, fields } = formErrors(create.error, ['note', 'max_uses', 'expires_at'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    const form = event.currentTarget
    const given = new FormData(form)
    const body = {
      note: formText(given, 'note'),
      max_uses: formText(given, 'max_uses'),
      expires_at: toMoment(formText(given, 'end')) ?? '',
    }
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
    <form className={css.part} aria-labelledby="invitations" onSubmit={submit} noValidate>
      <div className={css.pair}>
        <Field label={t('invitations.note')} help={t('invitations.note_help')} error={fields['note']} limit={limits.note}>
          <TextInput name="note" autoComplete="off" />
        </Field>
        <Field label={t('invitations.uses')} error={fields['max_uses']}>
          <TextInput name="max_uses" inputMode="numeric" defaultValue="1" autoComplete="off" />
        </Field>
        <Field label={t('invitations.end')} help={t('zone', { zone: zoneName() })} error={fields['expires_at']}>
          <TextInput name="end" type="datetime-local" defaultValue={defaultEnd()} />
        </Field>
      </div>
      {message !== undefined && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button type="submit" kind="accent" size="s" busy={create.isPending}>
          {t('invitations.make')}
        </Button>
      </div>
    </form>
  )
}
