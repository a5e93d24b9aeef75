import { editResponse, useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { Switch } from '#ui/toggles.tsx'
import { statisticsContract } from '../contract.ts'
import { t } from './texts.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Turns the monthly email on and off. */
export function MailSwitch() {
  const setting = useRead(statisticsContract.getMonthMail, {})
  const change = useChange(statisticsContract.setMonthMail, {
    optimistic: ({ body }) => [editResponse(statisticsContract.getMonthMail, {}, (now) => ({ ...now, is_on: Boolean(body.is_on) }))],
    // The server also stores the time zone.
    confirmed: (setting) => [editResponse(statisticsContract.getMonthMail, {}, () => setting)],
  })
  if (setting.error) return <FailedRow message={t('list.mail_failed')} onAgain={() => void setting.refetch()} />
  const zone = setting.data?.time_zone ?? ownZone()
  return (
    <Switch
      label={t('list.mail')}
      detail={t('list.mail_help', { zone })}
      checked={setting.data?.is_on === true}
      disabled={setting.data === undefined}
      onChange={({ currentTarget }) => change.mutate({ body: { is_on: currentTarget.checked } })}
    />
  )
}
