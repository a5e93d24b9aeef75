import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { Switch } from '#ui/toggles.tsx'
import { statisticsContract } from '../contract.ts'
import { t } from './texts.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Turns the monthly email on and off. */
export function MailSwitch() {
  const setting = useRead(statisticsContract.getMonthMail, {})
  const change = useChange(statisticsContract.setMonthMail, { optimistic: () => [] })
  const isOn = change.isPending ? change.variables.body.is_on : setting.data?.is_on
  if (setting.error) return <FailedRow message={t('list.mail_failed')} onAgain={() => void setting.refetch()} />
  const zone = setting.data?.time_zone ?? ownZone()
  return (
    <Switch
      label={t('list.mail')}
      detail={t('list.mail_help', { zone })}
      checked={isOn === true || isOn === 1}
      disabled={setting.data === undefined}
      onChange={({ currentTarget }) => change.mutate({ body: { is_on: currentTarget.checked } })}
    />
  )
}
