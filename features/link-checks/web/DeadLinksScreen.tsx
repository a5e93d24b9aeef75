import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { editResponse, useChange } from '#kit/web/change.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { arrowClockwise, linkSimple, trash } from '#ui/icons.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { PictureRow, PictureRows } from '#ui/PictureRows.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { toast } from '#ui/toasts.ts'
import { Switch } from '#ui/toggles.tsx'
import { getActionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { type DeadLink, linkChecksContract } from '../contract.ts'
import css from './DeadLinksScreen.module.css'
import { checkLink, createLinkMenuRows, removeVideos, replaceLink } from './link-actions.ts'
import { t } from './texts.ts'

/** The user's dead links. */
export const DeadLinksScreen = () => (
  <PersonalScreen title={t('list.title')} login={t('list.login')}>
    <DeadLinks />
  </PersonalScreen>
)

/** Runs an action and shows its error. */
async function runWithErrorToast(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
  }
}

/** Loads all pages. */
async function listAll(): Promise<DeadLink[]> {
  const deadLinks: DeadLink[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await getActionTools().read(linkChecksContract.listDeadLinks, {
      query: { limit: 100, ...(cursor !== undefined && { cursor }) },
    })
    deadLinks.push(...page.data)
    cursor = page.next_cursor
  }
  return deadLinks
}

function DeadLinks() {
  const links = usePages(linkChecksContract.listDeadLinks, {})
  // Hides links that were replaced or work again, until the list is read again.
  const goneVideos = links.items?.filter((video) => video.is_gone)
  const checkAll = useChange(linkChecksContract.checkDeadLinks)
  const [isRemoving, setIsRemoving] = useState(false)
  const recheckLinks = () =>
    checkAll.mutate(
      {},
      {
        onSuccess: ({ asked: requestedCount }) =>
          toast(requestedCount > 0 ? t('list.asked', { count: requestedCount }) : t('list.none_asked')),
        onError: ({ message }) => toast(message, { warning: true }),
      },
    )
  const removeAll = async () => {
    setIsRemoving(true)
    await runWithErrorToast(listAll().then((deadLinks) => removeVideos(deadLinks, getActionTools())))
    setIsRemoving(false)
  }
  return (
    <>
      <p className={css.text}>{t('list.text')}</p>
      <DigestSwitch />
      <LoadedContent
        read={{ ...links, data: goneVideos }}
        failed={t('list.failed')}
        skeleton={<ListSkeleton label={t('list.loading')} rows={2} />}
      >
        {(items) =>
          items.length === 0 ? (
            <StateMessage title={t('list.empty.title')} text={t('list.empty.text')} picture={<IconDisc icon={linkSimple} size={88} />} />
          ) : (
            <>
              <div className={css.buttons}>
                <Button size="s" icon={arrowClockwise} busy={checkAll.isPending} onClick={recheckLinks}>
                  {t('list.check_all')}
                </Button>
                <Button size="s" icon={trash} busy={isRemoving} onClick={() => void removeAll()}>
                  {t('list.remove_all')}
                </Button>
              </div>
              <PictureRows>
                {items.map((video) => (
                  <DeadLinkRow key={video.id} video={video} />
                ))}
              </PictureRows>
              <LoadMoreOnScroll pages={links} skeleton={<ListSkeleton label={t('list.loading')} rows={2} />} />
            </>
          )
        }
      </LoadedContent>
    </>
  )
}

function DeadLinkRow({ video }: { video: DeadLink }) {
  const { id, title, image, link_failure: failure, pivot, series_name: series, playlist_name: channel } = video
  const menu = {
    label: title,
    rows: () =>
      createLinkMenuRows({
        check: () => void runWithErrorToast(checkLink(video, getActionTools())),
        replace: () => replaceLink(video),
        remove: () => void runWithErrorToast(removeVideos([video], getActionTools())),
      }),
  }
  return (
    <PictureRow
      id={id}
      name={title}
      picture={image}
      href={paths.myPlaylists({ playlist: pivot.playlist_id, video: id })}
      about={[channel, series].join(' · ')}
      below={failure && <p className={css.why}>{t(`mark.${failure.state}`, { why: t(`problem.${failure.problem}`) })}</p>}
    >
      <MenuButton label={t('list.menu', { title })} menu={menu} />
    </PictureRow>
  )
}

function DigestSwitch() {
  const digest = useRead(linkChecksContract.getLinkDigest, {})
  const change = useChange(linkChecksContract.setLinkDigest, {
    optimistic: ({ body }) => [editResponse(linkChecksContract.getLinkDigest, {}, () => ({ is_on: Boolean(body.is_on) }))],
  })
  return (
    <Switch
      label={t('list.mail')}
      detail={t('list.mail_help')}
      checked={digest.data?.is_on === true}
      disabled={digest.data === undefined}
      onChange={({ currentTarget }) => change.mutate({ body: { is_on: currentTarget.checked } })}
    />
  )
}
