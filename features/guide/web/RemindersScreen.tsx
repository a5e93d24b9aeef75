import { ApiError } from '#kit/contract/client.ts'
import { editResponse, useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { Field } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { bell, linkSimple, x } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { PictureRow, PictureRows } from '#ui/PictureRows.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { announce, toast } from '#ui/toasts.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { getActionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { recordStep } from '#shell/undo-history.ts'
import { CopyButton, selectAll } from '#features/sharing/web/share-options.tsx'
import { guideContract } from '../contract.ts'
import type { Reminder } from '../shapes.ts'
import { useNow } from './now.ts'
import css from './RemindersScreen.module.css'
import { t } from './texts.ts'
import { formatDayFrom, formatTime } from './times.ts'

/** The user's reminders, and their calendar feed. */
export const RemindersScreen = () => (
  <PersonalScreen title={t('reminders.title')} login={t('reminders.login')} icon={bell}>
    <RevealInOrder>
      <Reminders />
      <Calendar />
    </RevealInOrder>
  </PersonalScreen>
)

function removeReminder({ epg_id, channel_id, title, state }: Reminder): void {
  const { change } = getActionTools()
  const remove = () =>
    change(
      guideContract.deleteReminder,
      { params: { epg_id } },
      {
        optimistic: () => [
          editResponse(guideContract.listReminders, {}, (reminders) => reminders.filter((item) => item.epg_id !== epg_id)),
        ],
      },
    )
  const label = t('reminders.forgotten', { title })
  const pending = remove()
  if (state === 'waiting')
    recordStep({ label, pending, undo: () => change(guideContract.createReminder, { body: { epg_id, channel_id } }), redo: remove })
  // Offers no undo for reminders of past or removed programmes, because these can't be created again.
  else pending.then(() => announce(label), showRefusal)
}

function showRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  toast(error.message, { warning: true })
}

function Reminders() {
  const now = useNow()
  const read = useRead(guideContract.listReminders, {})
  return (
    <LoadedContent read={read} failed={t('reminders.failed')} skeleton={<ListSkeleton />}>
      {(reminders) =>
        reminders.length === 0 ? (
          <StateMessage title={t('reminders.none')} text={t('reminders.none_text')} picture={<IconDisc icon={bell} size={88} />}>
            <ButtonLink kind="accent" href={paths.channels({ view: 'guide' })}>
              {t('reminders.to_guide')}
            </ButtonLink>
          </StateMessage>
        ) : (
          <PictureRows label={t('reminders.title')}>
            {reminders.map((reminder) => {
              const { epg_id, title, channel_name, channel_id, logoId, startTime, state } = reminder
              const start = Date.parse(startTime)
              return (
                <PictureRow
                  key={epg_id}
                  id={channel_id}
                  name={title}
                  picture={logoId}
                  href={state === 'gone' ? paths.tiers({ channel: channel_id }) : paths.tiers({ channel: channel_id, epgId: epg_id })}
                  about={`${formatDayFrom(now, start)} ${formatTime(start)} · ${channel_name}`}
                  below={state !== 'waiting' && <Badge>{t(`reminders.${state}`)}</Badge>}
                >
                  <IconButton icon={x} iconSize={20} label={t('reminders.forget', { title })} onClick={() => removeReminder(reminder)} />
                </PictureRow>
              )
            })}
          </PictureRows>
        )
      }
    </LoadedContent>
  )
}

/** The URL of the calendar feed, shown only after its creation. */
function Calendar() {
  const read = useRead(guideContract.getReminderCalendar, {})
  const calendarCreation = useChange(guideContract.makeReminderCalendar)
  const stopping = useChange(guideContract.deleteReminderCalendar)
  const problem = calendarCreation.error ?? stopping.error
  const make = () => {
    stopping.reset()
    calendarCreation.mutate({})
  }
  const renew = async () => {
    if (
      await confirm({
        title: t('reminders.calendar.renew_question'),
        text: t('reminders.calendar.renew_text'),
        action: t('reminders.calendar.renew'),
      })
    )
      make()
  }
  const stop = async () => {
    const question = { title: t('reminders.calendar.stop_question'), text: t('reminders.calendar.stop_text') }
    if (!(await confirm({ ...question, action: t('reminders.calendar.stop') }))) return
    calendarCreation.reset()
    stopping.mutate({}, { onSuccess: () => toast(t('reminders.calendar.stopped')) })
  }
  const url = calendarCreation.data?.url
  return (
    <section className={css.calendar} aria-labelledby="calendar">
      <h2 id="calendar" className={css.title}>
        {t('reminders.calendar.title')}
      </h2>
      <p className={css.text}>{t('reminders.calendar.text')}</p>
      <LoadedContent
        read={read}
        failed={t('reminders.calendar.failed')}
        skeleton={
          <Skeleton label={t('reminders.calendar.loading')}>
            <SkeletonBlock height={44} />
          </Skeleton>
        }
      >
        {({ is_on }) => (
          <>
            {url ? (
              <Field label={t('reminders.calendar.address')} help={t('reminders.calendar.once')}>
                <TextInput icon={linkSimple} value={url} readOnly onFocus={selectAll} />
              </Field>
            ) : (
              is_on && <p className={css.text}>{t('reminders.calendar.on')}</p>
            )}
            {problem && <Alert>{problem.message}</Alert>}
            <div className={css.buttons}>
              {url && <CopyButton text={url} label={t('reminders.calendar.copy')} onCopied={() => undefined} />}
              {is_on ? (
                <>
                  <Button busy={calendarCreation.isPending} onClick={() => void renew()}>
                    {t('reminders.calendar.renew')}
                  </Button>
                  <Button busy={stopping.isPending} onClick={() => void stop()}>
                    {t('reminders.calendar.stop')}
                  </Button>
                </>
              ) : (
                <Button busy={calendarCreation.isPending} onClick={make}>
                  {t('reminders.calendar.make')}
                </Button>
              )}
            </div>
          </>
        )}
      </LoadedContent>
    </section>
  )
}

const ListSkeleton = () => (
  <Skeleton label={t('reminders.loading')}>
    <SkeletonBlock height={72} shape="card" />
    <SkeletonBlock height={72} shape="card" />
  </Skeleton>
)
