import { type ReactNode, Suspense, useState } from 'react'
import { ApiError, callEndpoint } from '#kit/contract/client.ts'
import { language } from '#kit/web/i18n.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { actionsRef, Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { code, linkSimple, qrCode, rss } from '#ui/icons.ts'
import { TextArea, TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { Slot } from '#shell/Slot.tsx'
import { channelsContract, type PlaylistTile } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import type { SharedItem } from '#features/channels/web/share.ts'
import { sharingContract } from '../contract.ts'
import { embedCode, embedPath, embedSizes, feedPath, addViaParameter, type Network, parseStartTime, sharedPath } from '../rules.ts'
import css from './ShareDialog.module.css'
import { CopyButton, NetworkLinks, QrCode, selectAll, ShareSheetButton } from './share-options.tsx'
import { t } from './texts.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Buttons in the share dialog. */
    'share.buttons': 'shared'
  }
}

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** The shared thing, while its dialog is open. */
    shared: SharedItem
  }
}

/** Parses a start time: "1:30", "1:02:03", or "1h2m3s" as in URLs. */
function secondsOf(text: string): number | undefined {
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/.exec(text.trim()) ?? []
  return minutes === undefined
    ? parseStartTime(text.trim())
    : parseStartTime(String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)))
}

/** Shares a channel, series or video: by link, network, QR code or embed code. */
export function ShareDialog({ channel: initialChannel, serie, video }: CloseProps & SharedItem) {
  const [channel, setChannel] = useState(initialChannel)
  /** Whether this dialog has made the channel accessible by link. */
  const [isLinkNew, setIsLinkNew] = useState(false)
  const [startText, setStartText] = useState('')
  const [openPanel, setOpenPanel] = useState<'qr' | 'embed' | 'feed'>()

  const isPrivate = channel.status_id === status.private
  const isPublic = channel.status_id === status.public
  const type = video ? 'video' : serie ? 'serie' : 'playlist'
  const title = video?.title ?? (serie?.name || channel.name)
  const startSeconds = secondsOf(startText)
  const place = { playlistId: channel.id, slug: isPublic ? channel.slug : null, serieId: serie?.id, videoId: video?.id }
  const url = `${location.origin}/${language}${sharedPath(place, startSeconds)}`
  // Whether there is a feed. Feeds need no login, so they exist only for content that guests may see.
  const hasFeed = !isPrivate && !channel.adult && channel.lock === null && !video
  const feed = `${location.origin}${feedPath(channel.id, 'xml', serie?.id)}`
  const size = video ? embedSizes.video : embedSizes.channel
  const frame = embedCode({ url: `${location.origin}${embedPath(place, startSeconds)}`, title, ...size })

  function count(network: Network) {
    const body = { shareable_type: type, shareable_id: video?.id ?? serie?.id ?? channel.id, playlist_id: channel.id, network } as const
    // Not awaited, because sharing works without being counted.
    void callEndpoint(sharingContract.share, { body }, sendInBackground).catch(() => {})
  }

  function show(part: 'qr' | 'embed' | 'feed') {
    setOpenPanel(openPanel === part ? undefined : part)
    if (openPanel !== part && part !== 'feed') count(part)
  }

  function onLinkMade(updatedChannel: PlaylistTile) {
    setChannel(updatedChannel)
    setIsLinkNew(true)
  }

  return (
    <Dialog title={t(`share.title.${type}`)} text={title}>
      <div className={css.content}>
        {isPrivate && <PrivateNote channel={channel} onShared={onLinkMade} />}
        {channel.status_id === status.privateLink && (
          <Alert kind="note">{isLinkNew ? t('share.let_in_done') : t(channel.may_edit ? 'share.is_key_own' : 'share.is_key')}</Alert>
        )}
        {channel.adult && !isPrivate && <Alert kind="note">{t('share.adult')}</Alert>}
        <Field label={t('share.link')}>
          <TextInput icon={linkSimple} value={url} readOnly onFocus={selectAll} />
        </Field>
        {video && !isPrivate && (
          <Field
            label={t('share.start')}
            help={t('share.start_help')}
            wrong={startText !== '' && startSeconds === undefined ? t('share.start_wrong') : undefined}
          >
            <TextInput
              value={startText}
              placeholder="0:00"
              autoComplete="off"
              onChange={(event) => setStartText(event.currentTarget.value)}
            />
          </Field>
        )}
        <div ref={actionsRef} className={css.buttons}>
          <CopyButton text={url} label={t('share.copy')} onCopied={() => count('link')} />
          {!isPrivate && <ShareSheetButton link={{ title, url }} onShared={count} />}
          {!isPrivate && (
            <Button icon={qrCode} aria-expanded={openPanel === 'qr'} onClick={() => show('qr')}>
              {t('share.qr')}
            </Button>
          )}
          {isPublic && !channel.adult && (
            <Button icon={code} aria-expanded={openPanel === 'embed'} onClick={() => show('embed')}>
              {t('share.embed')}
            </Button>
          )}
          {hasFeed && (
            <Button icon={rss} aria-expanded={openPanel === 'feed'} onClick={() => show('feed')}>
              {t('share.feed')}
            </Button>
          )}
          <Slot
            name="share.buttons"
            subject={{ type: 'shared', id: video?.id ?? serie?.id ?? channel.id, name: title, channel, serie, video }}
          />
        </div>
        {!isPrivate && openPanel === 'qr' && (
          <Suspense>
            <QrCode text={addViaParameter(url, 'qr')} />
          </Suspense>
        )}
        {hasFeed && openPanel === 'feed' && (
          <CopyField label={t('share.feed_label')} help={t('share.feed_help')} text={feed} copyLabel={t('share.feed_copy')}>
            <TextInput icon={rss} value={feed} readOnly onFocus={selectAll} />
          </CopyField>
        )}
        {isPublic && openPanel === 'embed' && (
          <CopyField label={t('share.embed_label')} help={t('share.embed_help')} text={frame} copyLabel={t('share.embed_copy')}>
            <TextArea value={frame} rows={4} readOnly onFocus={selectAll} />
          </CopyField>
        )}
        {!isPrivate && <NetworkLinks link={{ title, url }} onShared={count} />}
      </div>
    </Dialog>
  )
}

interface PrivateNoteProps {
  channel: PlaylistTile
  onShared: (channel: PlaylistTile) => void
}

/** A note that only the user can see the channel, with a button that makes it accessible by link. */
function PrivateNote({ channel, onShared }: PrivateNoteProps) {
  const [isWorking, setIsWorking] = useState(false)

  /** If the channel was public, it gets another address. */
  async function makePrivateLink() {
    const { change, go } = getActionTools()
    setIsWorking(true)
    try {
      const updatedChannel = await change(channelsContract.updatePlaylist, {
        params: { id: channel.id },
        body: { status_id: status.privateLink },
      })
      const isOnScreen = new URLSearchParams(location.search).get('playlist') === channel.id
      if (updatedChannel.id !== channel.id && isOnScreen) go(paths.myPlaylists({ playlist: updatedChannel.id }), { replace: true })
      onShared(updatedChannel)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, { warning: true })
    } finally {
      setIsWorking(false)
    }
  }

  return (
    <Alert kind="note">
      <div className={css.notice}>
        <p>{t('share.only_you')}</p>
        {channel.may_edit && !channel.watch_later && (
          <Button kind="line" size="s" busy={isWorking} onClick={() => void makePrivateLink()}>
            {t('share.let_in')}
          </Button>
        )}
      </div>
    </Alert>
  )
}

interface CopyFieldProps {
  label: string
  help: string
  /** The text to copy. */
  text: string
  copyLabel: string
  /** Shows the text. */
  children: ReactNode
}

/** A text with a button that copies it. */
function CopyField({ label, help, text, copyLabel, children }: CopyFieldProps) {
  return (
    <>
      <Field label={label} help={help}>
        {children}
      </Field>
      <div className={css.buttons}>
        <CopyButton text={text} label={copyLabel} />
      </div>
    </>
  )
}
