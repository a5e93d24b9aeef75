import { useState } from 'react'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Select, TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { siteContract } from '../../contract.ts'
import type { Orphan } from '../../contract/names.ts'
import { limits } from '../../rules.ts'
import { Finder, type FinderResult } from '../find/Finder.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'

interface HandOverDialogProps {
  orphan: Orphan
  /** Whether the orphan is a team. False: channels of deleted users. */
  isTeam: boolean
}

/** Hands the channels of a team or deleted users to a user or one of their teams. First asks for the user, then shows the effects. */
export function HandOverDialog({ orphan, isTeam, close }: CloseProps & HandOverDialogProps) {
  const { id, name, channels: count } = orphan
  const [user, setUser] = useState<FinderResult>()
  const hand = useChange(siteContract.handOver)
  const { message, fields } = formErrors(hand.error, ['reason'])
  const title = t('orphans.hand_named', { name })
  if (!user)
    return (
      <Dialog title={title} text={t('orphans.count', { count })}>
        <Finder
          type="user"
          action={(result) => ({
            name: t('orphans.choose'),
            label: t('orphans.choose_named', { name: result.name }),
            perform: () => setUser(result),
          })}
        />
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      text={[t('orphans.effect', { count, name }), isTeam && t('orphans.team'), t('orphans.final')].filter(Boolean).join(' ')}
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
        const team = formText(form, 'team')
        const to = team === '' ? { user_id: user.id } : { team_id: team }
        hand.mutate(
          { params: { id }, body: { ...to, channels: count, ...(reason !== '' && { reason }) } },
          {
            onSuccess({ channels }) {
              toast(t('orphans.done', { count: channels }))
              close()
            },
          },
        )
      }}
    >
      <p className={css.quiet}>{joinWithDots([user.name, user.detail])}</p>
      <TeamField user={user} />
      <Field label={t('orphans.reason')} error={fields['reason']} limit={limits.reason}>
        <TextArea name="reason" />
      </Field>
    </FormDialog>
  )
}

/** Offers the teams of a user as recipients instead of the user. */
function TeamField({ user }: { user: FinderResult }) {
  const { data } = useRead(operatorContract.getOperatedUser, { params: { id: user.id } })
  if (!data?.teams.length) return null
  return (
    <Field label={t('orphans.to')}>
      <Select name="team" defaultValue="">
        <option value="">{user.name}</option>
        {data.teams.map(({ id, name }) => (
          <option key={id} value={id}>
            {t('orphans.to_team', { name })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
