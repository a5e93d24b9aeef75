import { type ChangeEvent, type FormEvent, useState } from 'react'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages } from '#kit/web/read.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { toast } from '#ui/toasts.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { siteContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { parseWallTime, toWallTime, zoneName } from '../wall-time.ts'
import { InvitationRow } from './InvitationRow.tsx'

const defaultDays = 30
const defaultEnd = () => toWallTime(new Date(serverNow() + defaultDays * 86_400_000).toISOString())

/** Links with which people register, if registration is by invitation. */
export function Invitations() {
  const pages = usePages(siteContract.listInvitations, { query: {} })
  return (
    <section className={css.card} aria-labelledby="invitations">
      <h2 id="invitations" className={css.title}>
        {t('invitations.title')}
      </h2>
      <p className={css.quiet}>{t('invitations.text')}</p>
      <NewInvitation />
      <LoadedContent read={{ ...pages, data: pages.items }} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
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
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
            </>
          )
        }
      </LoadedContent>
    </section>
  )
}

const emptyInvitation = () => ({ note: '', uses: '1', end: defaultEnd() })

function NewInvitation() {
  const [typed, setTyped] = useState(emptyInvitation)
  const create = useChange(siteContract.createInvitation)
  const { message, fields } = formErrors(create.error, ['note', 'max_uses', 'expires_at'])
  const input = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setTyped((now) => ({ ...now, [name]: currentTarget.value })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    create.mutate(
      { body: { note: typed.note.trim(), max_uses: typed.uses.trim(), expires_at: parseWallTime(typed.end) ?? '' } },
      {
        onSuccess() {
          setTyped(emptyInvitation())
          toast(t('invitations.made'))
        },
      },
    )
  }
  return (
    <form className={css.part} aria-labelledby="invitations" onSubmit={submit} noValidate>
      <div className={css.pair}>
        <Field label={t('invitations.note')} help={t('invitations.note_help')} error={fields['note']} limit={limits.note}>
          <TextInput {...input('note')} autoComplete="off" />
        </Field>
        <Field label={t('invitations.uses')} error={fields['max_uses']}>
          <TextInput {...input('uses')} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label={t('invitations.end')} help={t('zone', { zone: zoneName() })} error={fields['expires_at']}>
          <TextInput {...input('end')} type="datetime-local" />
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
