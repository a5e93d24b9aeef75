import { useRef, useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { editResponse, useChange } from '#kit/web/change.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { IconDisc } from '#ui/Disc.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { clockCounterClockwise, trash, x } from '#ui/icons.ts'
import { DelayedSkeleton, RevealInOrder } from '#ui/RevealInOrder.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { moveElements } from '#ui/move.ts'
import { PictureRow, PictureRows, PictureRowsSkeleton } from '#ui/PictureRows.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { toast } from '#ui/toasts.ts'
import { Switch } from '#ui/toggles.tsx'
import { getActionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { GuestState } from '#shell/PersonalScreen.tsx'
import { Screen } from '#shell/Screen.tsx'
import { recordStep } from '#shell/undo-history.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { LibraryTabs } from '#features/social/web/LibraryTabs.tsx'
import { type HistoryDay, type HistoryItem, watchingContract } from '../contract.ts'
import { progressFraction } from '../rules.ts'
import css from './HistoryScreen.module.css'
import { t } from './texts.ts'

/** Watch history by day, latest first. */
export function HistoryScreen() {
  const signedIn = useSignedIn()
  return (
    <Screen title={t('history.title')} back={paths.myPlaylists()} tab="mine">
      {signedIn ? (
        <>
          <LibraryTabs current="history" />
          <History />
        </>
      ) : (
        <GuestState title={t('history.title')} text={t('history.login')} icon={clockCounterClockwise} />
      )}
    </Screen>
  )
}

const keyOf = ({ viewable_type, viewable_id }: HistoryItem) => `${viewable_type}:${viewable_id}`

/** Returns the days without items that are being removed. Joins a day that spans two pages. */
function shownDays(days: readonly HistoryDay[], hidden: ReadonlySet<string>): HistoryDay[] {
  const visibleDays: HistoryDay[] = []
  for (const { date, items } of days) {
    const remaining = items.filter((item) => !hidden.has(keyOf(item)))
    const last = visibleDays.at(-1)
    if (last?.date === date) last.items.push(...remaining)
    else if (remaining.length > 0) visibleDays.push({ date, items: remaining })
  }
  return visibleDays
}

/** The rows and days, which move up when a row is removed. */
const findMovable = (list: Element) => new Map([...list.querySelectorAll<HTMLElement>('h2, li')].map((element) => [element, element]))

function History() {
  const list = useRef<HTMLDivElement>(null)
  const pages = usePages(watchingContract.listHistory, {})
  const choice = useRead(watchingContract.getHistoryChoice, {})
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const days = pages.items && shownDays(pages.items, hidden)

  const forget = (item: HistoryItem) => {
    const key = keyOf(item)
    const { viewable_type, viewable_id, title } = item
    const move = (change: () => void) => moveElements(list.current, findMovable, change)
    const hide = () => move(() => setHidden((now) => new Set([...now, key])))
    hide()
    recordStep({
      label: t('history.forgotten', { title }),
      undo: () => move(() => setHidden((now) => new Set([...now].filter((item) => item !== key)))),
      redo: hide,
      // Sends the deletion only when the user can no longer undo, because the server can't revert it.
      commit: async () => void (await getActionTools().change(watchingContract.forgetViewed, { params: { viewable_type, viewable_id } })),
    })
  }
  const deleteAll = async () => {
    if (!(await confirm({ title: t('history.clear_question'), text: t('history.clear_text'), action: t('history.clear') }))) return
    try {
      await getActionTools().change(watchingContract.forgetHistory, {})
      toast(t('history.cleared'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, { warning: true })
    }
  }
  return (
    <RevealInOrder className={css.page}>
      <div className={css.controls}>
        <HistorySwitch />
      </div>
      <div ref={list} className={css.days}>
        <LoadedContent read={{ ...pages, data: days }} failed={t('history.failed')} skeleton={<ListSkeleton />}>
          {(days) =>
            days.length === 0 && !pages.hasNextPage ? (
              <StateMessage
                title={t('history.empty')}
                text={t(choice.data?.is_kept === false ? 'history.empty_off' : 'history.empty_text')}
                picture={<IconDisc icon={clockCounterClockwise} size={88} />}
              >
                <ButtonLink kind="accent" href={paths.playlists()}>
                  {t('history.discover')}
                </ButtonLink>
              </StateMessage>
            ) : (
              <>
                <div>
                  <Button size="s" icon={trash} onClick={() => void deleteAll()}>
                    {t('history.clear')}
                  </Button>
                </div>
                {days.map(({ date, items }) => (
                  <section key={date} aria-labelledby={`day-${date}`}>
                    <h2 id={`day-${date}`} className={css.day}>
                      {nameOfDay(date)}
                    </h2>
                    <PictureRows columns>
                      {items.map((item) => (
                        <HistoryItemRow key={keyOf(item)} item={item} onForget={() => forget(item)} />
                      ))}
                    </PictureRows>
                  </section>
                ))}
                <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton />} />
              </>
            )
          }
        </LoadedContent>
      </div>
    </RevealInOrder>
  )
}

/** Returns a day's name. Dates are in the browser's time zone, which the calls send. */
function nameOfDay(date: string): string {
  const dayBefore = (days: number) => new Date(serverNow() - days * 86_400_000).toLocaleDateString('sv-SE')
  if (date === dayBefore(0)) return t('history.today')
  return date === dayBefore(1) ? t('history.yesterday') : formatDay(`${date}T12:00:00`)
}

const describeItem = ({ viewable_type: type, playlist_name: name }: HistoryItem) =>
  type === 'playlist' ? t('history.channel') : type === 'channel' ? t('history.tv_channel') : name

function HistoryItemRow({ item, onForget }: { item: HistoryItem; onForget: () => void }) {
  const { viewable_id, title, image, url, position, duration } = item
  const fraction = position === null ? undefined : progressFraction({ position, duration })
  return (
    <PictureRow
      id={viewable_id}
      name={title}
      picture={image}
      href={url}
      over={
        fraction !== undefined &&
        fraction > 0 && <Progress label={t('history.seen', { percent: Math.round(fraction * 100) })} value={fraction} />
      }
      about={<LockedLine isLocked={item.is_locked}>{describeItem(item)}</LockedLine>}
    >
      <IconButton icon={x} iconSize={20} label={t('history.forget_of', { title })} onClick={onForget} />
    </PictureRow>
  )
}

function HistorySwitch() {
  const choice = useRead(watchingContract.getHistoryChoice, {})
  const change = useChange(watchingContract.setHistoryChoice, {
    optimistic: ({ body }) => [editResponse(watchingContract.getHistoryChoice, {}, () => ({ is_kept: Boolean(body.is_kept) }))],
  })
  // Compares with undefined, because `false` is a valid choice.
  if (choice.data === undefined)
    return choice.error ? null : (
      <DelayedSkeleton>
        <ListSkeleton />
      </DelayedSkeleton>
    )
  return (
    <Switch
      label={t('history.keep')}
      detail={t('history.keep_help')}
      checked={choice.data.is_kept}
      onChange={({ currentTarget }) => change.mutate({ body: { is_kept: currentTarget.checked } })}
    />
  )
}

const ListSkeleton = () => <PictureRowsSkeleton label={t('history.loading')} columns />
