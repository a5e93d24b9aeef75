import { useEffect, useRef } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { editResponse, useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { clock, copySimple } from '#ui/icons.ts'
import { RadioList } from '#ui/choices.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { publishingContract } from '../contract.ts'
import { watchedChoices } from '../rules.ts'
import css from './WatchLaterSettings.module.css'
import { t } from './texts.ts'

/** Explains how to save links from other sites, and sets where watched videos go. */
export const WatchLaterSettings = () => (
  <PersonalScreen title={t('settings.title')} login={t('page.login')} icon={clock}>
    <RevealInOrder className={css.page}>
      <WatchedVideosChoice />
      <OtherDevices />
    </RevealInOrder>
  </PersonalScreen>
)

const ChoiceSkeleton = () => (
  <Skeleton label={t('settings.loading')}>
    <SkeletonBlock height={96} shape="card" />
  </Skeleton>
)

function WatchedVideosChoice() {
  const choice = useRead(publishingContract.getWatchLaterChoice, {})
  const change = useChange(publishingContract.setWatchLaterChoice, {
    optimistic: ({ body }) => [editResponse(publishingContract.getWatchLaterChoice, {}, () => body)],
  })
  return (
    <LoadedContent read={choice} failed={t('settings.failed')} skeleton={<ChoiceSkeleton />}>
      {({ seen: seenChoice }) => (
        <section className={css.choice}>
          <h2 className={css.title}>{t('settings.seen')}</h2>
          <RadioList
            label={t('settings.seen')}
            options={watchedChoices.map((value) => ({ value, name: t(`settings.seen_${value}`) }))}
            value={seenChoice}
            onChange={(value) => change.mutate({ body: { seen: value } })}
          />
        </section>
      )}
    </LoadedContent>
  )
}

/** The path is a reserved word, so no channel can have it as short address. */
const watchLaterPage = () => paths.vanity('watch-later')

/** Code of the bookmark. Opens our page in a new tab, which asks before it saves. */
const createBookmarklet = () =>
  `javascript:void open(${JSON.stringify(new URL(watchLaterPage(), location.origin).href)}+"?url="+encodeURIComponent(location.href))`

function OtherDevices() {
  const link = useRef<HTMLAnchorElement>(null)
  // Sets the attribute directly, because React blocks `javascript:` URLs. This is our own code, to drag to the bookmarks.
  useEffect(() => link.current?.setAttribute('href', createBookmarklet()), [])
  const copyAddress = async () => {
    try {
      await navigator.clipboard.writeText(createBookmarklet())
      toast(t('settings.copied'))
    } catch {
      toast(t('settings.not_copied'), { warning: true })
    }
  }
  return (
    <section className={css.elsewhere}>
      <h2 className={css.title}>{t('settings.elsewhere')}</h2>
      <p className={css.text}>{t('settings.bookmark_text')}</p>
      <div className={css.buttons}>
        <a
          ref={link}
          className={css.bookmark}
          href={watchLaterPage()}
          onClick={(event) => {
            event.preventDefault()
            toast(t('settings.drag_it'))
          }}
        >
          {t('settings.bookmark', { brand })}
        </a>
        <Button size="s" icon={copySimple} onClick={() => void copyAddress()}>
          {t('settings.copy')}
        </Button>
      </div>
      <p className={css.text}>{t('settings.phone', { brand })}</p>
    </section>
  )
}
