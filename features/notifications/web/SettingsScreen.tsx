import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { type ChangeFunction, editResponse, useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { bell } from '#ui/icons.ts'
import { DelayedSkeleton, RevealInOrder } from '#ui/RevealInOrder.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { Checkbox, Switch } from '#ui/toggles.tsx'
import { getActionTools } from '#shell/action-tools.ts'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { type NotificationSettings, notificationsContract } from '../contract.ts'
import { type DeliveryMethod, deliveryMethods } from '../kinds.ts'
import { t } from './texts.ts'
import css from './SettingsScreen.module.css'

/** Why push isn't available: the browser doesn't support it, or the user has blocked it. */
type PushObstacle = 'unsupported' | 'denied'

function pushObstacle(): PushObstacle | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Asks for permission and subscribes. @returns whether the browser is subscribed. @throws ApiError, and errors of the push service */
async function startPush(publicKey: string, change: ChangeFunction): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await change(notificationsContract.startPush, { body: { endpoint, keys: { p256dh, auth } } })
  return true
}

/** Deletes the subscription on the server before that in the browser, because a push sent in between would still be shown. */
async function stopPush(change: ChangeFunction): Promise<void> {
  await change(notificationsContract.stopPush, {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Lets users choose the delivery methods for each kind of notification. */
export const NotificationSettingsScreen = () => (
  <PersonalScreen title={t('settings.title')} login={t('settings.login')} icon={bell} measure="wide">
    <OwnSettings />
  </PersonalScreen>
)

function OwnSettings() {
  const settings = useRead(notificationsContract.getNotificationSettings, {})
  return (
    <LoadedContent read={settings} failed={t('settings.failed')} skeleton={<SettingsSkeleton />}>
      {({ kinds }) => (
        <RevealInOrder className={css.page}>
          <RevealInOrder className={css.switches}>
            <PushSwitch />
            <MailSwitch />
          </RevealInOrder>
          <KindsTable kinds={kinds} />
        </RevealInOrder>
      )}
    </LoadedContent>
  )
}

/** A switch for emails. The setting is a field of the user's profile. */
function MailSwitch() {
  const profile = useRead(accountsContract.getProfile, {})
  const change = useChange(accountsContract.updateProfile, {
    optimistic: ({ body }) => [
      editResponse(accountsContract.getProfile, {}, (now) => ({ ...now, following_content_alert: Boolean(body?.following_content_alert) })),
    ],
  })
  return (
    <Switch
      label={t('settings.mail')}
      detail={t('settings.mail_help')}
      checked={profile.data?.following_content_alert === true}
      disabled={profile.data === undefined}
      onChange={({ currentTarget }) => change.mutate({ body: { following_content_alert: currentTarget.checked } })}
    />
  )
}

function PushSwitch() {
  const { data: push, error } = useRead(notificationsContract.getPush, {})
  const [isBusy, setIsBusy] = useState(false)
  const [obstacle, setObstacle] = useState(pushObstacle)
  if (!push && !error) return <DelayedSkeleton />
  if (!push || push.public_key === null) return null
  const { public_key: key, is_on } = push
  const set = async (isOn: boolean) => {
    setIsBusy(true)
    const { change } = getActionTools()
    try {
      if (!isOn) await stopPush(change)
      else if (!(await startPush(key, change))) toast(t('settings.push_not_allowed'), { warning: true })
    } catch (error) {
      // Any other error means an unreachable push service, which browsers report in different ways.
      toast(error instanceof ApiError ? error.message : t('settings.push_failed'), { warning: true })
    }
    setObstacle(pushObstacle())
    setIsBusy(false)
  }
  return (
    <Switch
      label={t('settings.push')}
      detail={obstacle ? t(obstacle === 'denied' ? 'settings.push_denied' : 'settings.push_unsupported') : t('settings.push_help')}
      checked={is_on}
      disabled={isBusy || (obstacle !== undefined && !is_on)}
      onChange={({ currentTarget }) => void set(currentTarget.checked)}
    />
  )
}

type KindSettings = NotificationSettings['kinds'][number]

const methodNames: Readonly<Record<DeliveryMethod, () => string>> = {
  bell: () => t('way.bell'),
  push: () => t('way.push'),
  mail: () => t('way.mail'),
}
const kindNames: Readonly<Record<KindSettings['kind'], () => string>> = {
  new_items: () => t('kind.new_items.name'),
  direct_share: () => t('kind.direct_share.name'),
  search_match: () => t('kind.search_match.name'),
  reminder: () => t('kind.reminder.name'),
  new_follower: () => t('kind.new_follower.name'),
  report_answered: () => t('kind.report_answered.name'),
  content_removed: () => t('kind.content_removed.name'),
  warned: () => t('kind.warned.name'),
  payment_reversed: () => t('kind.payment_reversed.name'),
  ledger_wrong: () => t('kind.ledger_wrong.name'),
  team_invitation: () => t('kind.team_invitation.name'),
  team_role: () => t('kind.team_role.name'),
  team_removed: () => t('kind.team_removed.name'),
  team_suggestion: () => t('kind.team_suggestion.name'),
  mention: () => t('kind.mention.name'),
  subscription: () => t('kind.subscription.name'),
}

const KindsTable = ({ kinds }: { kinds: readonly KindSettings[] }) => (
  <table className={css.table}>
    <thead>
      <tr>
        <th scope="col">
          <span className={css.spoken}>{t('settings.kind')}</span>
        </th>
        {deliveryMethods.map((method) => (
          <th key={method} scope="col" className={css.way}>
            {methodNames[method]()}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {kinds.map((kind) => (
        <tr key={kind.kind}>
          <th scope="row">{kindNames[kind.kind]()}</th>
          {deliveryMethods.map((method) => (
            <td key={method}>
              <DeliveryChoice setting={kind} method={method} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function DeliveryChoice({ setting, method: way }: { setting: KindSettings; method: DeliveryMethod }) {
  const { kind } = setting
  const change = useChange(notificationsContract.setNotificationSetting, {
    optimistic: ({ body }) => [
      editResponse(notificationsContract.getNotificationSettings, {}, ({ kinds }) => ({
        kinds: kinds.map((now) => (now.kind === kind ? { ...now, [way]: Boolean(body?.[way]) } : now)),
      })),
    ],
  })
  return (
    <Checkbox
      className={css.choice}
      checked={setting[way]}
      onChange={({ currentTarget }) => change.mutate({ params: { kind }, body: { [way]: currentTarget.checked } })}
    >
      <span className={css.spoken}>{t('settings.choice', { kind: kindNames[kind](), way: methodNames[way]() })}</span>
      <span className={css.beside} aria-hidden="true">
        {methodNames[way]()}
      </span>
    </Checkbox>
  )
}

const SettingsSkeleton = () => (
  <Skeleton label={t('settings.loading')}>
    <SkeletonBlock height={120} shape="card" />
    <SkeletonBlock height={320} shape="card" />
  </Skeleton>
)
