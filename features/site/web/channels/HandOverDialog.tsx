import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { siteContract } from '../../contract.ts'
import type { Orphan } from '../../contract/names.ts'
import { limits } from '../../rules.ts'
import { Finder, type Found } from '../find/Finder.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'

interface HandOverDialogProps {
  orphan: Orphan
  /** Otherwise channels of deleted users. */
  isTeam: boolean
}

/** Hands the channels of a team or deleted users to a user: first the user, then what it touches. */
export function HandOverDialog({ orphan, isTeam, close }: CloseProps & HandOverDialogProps) {
  const { id, name, channels: count } = orphan
  const [user, setUser] = useState<Found>()
  const hand = useChange(siteContract.handOver)
  const { message, fields } = formErrors(hand.error, ['reason'])
  const title = t('orphans.hand_named', { name })
  if (!user)
    return (
      <Dialog title={title} text={t('orphans.count', { count })}>
        <Finder
          type="user"
          action={(found) => ({
            name: t('orphans.choose'),
            label: t('orphans.choose_named', { name: found.name }),
            perform: () => setUser(found),
          })}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      text={[t('orphans.effect', { count, name, user: user.name }), isTeam && t('orphans.team'), t('orphans.final')]
        .filter(Boolean)
        .join(' ')}
      submit={t('orphans.hand')}
      busy={hand.isPending}
      error={message}
      filled
      aside={
        <Button
          onClick={() => {
            hand.reset()
            setUser(undefined)
          }}
        >
          {t('orphans.another')}
        </Button>
      }
      onSubmit={(form) => {
        const reason = formText(form, 'reason').trim()
        hand.mutate(
          { params: { id }, body: { user_id: user.id, channels: count, ...(reason !== '' && { reason }) } },
          {
            onSuccess({ channels }) {
              toast(t('orphans.done', { count: channels }))
              close()
            },
          },
        )
      }}
    >
      <p className={css.quiet}>{[user.name, user.detail].join(' · ')}</p>
      <Field label={t('orphans.reason')} error={fields['reason']} limit={limits.reason}>
        <TextArea name="reason" />
      </Field>
    </FormDialog>
  )
}
