import { useMediaSelector } from 'media-chrome/react/media-store'
import type { ReactNode } from 'react'
import { language, locale } from '#kit/web/i18n.ts'
import {
  closedCaptioning,
  closedCaptioningFill,
  cornersIn,
  cornersOut,
  info,
  pictureInPicture,
  queue as queueIcon,
  speakerHigh,
  speakerSlash,
  userSound,
} from '#ui/icons.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { volumeRef } from './elements.ts'
import { OptionMenu } from './OptionMenu.tsx'
import css from './OptionButtons.module.css'
import { t } from './texts.ts'
import { useControl } from './control.ts'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

interface OptionsProps {
  container: HTMLElement | null
  /** Whether the player is wide. Picture-in-picture is then in the top bar. */
  wide: boolean
  /** Toggles the description. */
  more: { on: boolean; toggle: () => void } | undefined
  /** Toggles the queue, if it isn't listed below the player. */
  queue: { on: boolean; toggle: () => void } | undefined
  /** Shown before the queue button. */
  children?: ReactNode
}

/** Buttons for speed, captions, audio languages, quality, volume, picture-in-picture and full screen, if supported. */
export function OptionButtons({ container, wide, more, queue, children }: OptionsProps) {
  return (
    <div className={css.options} data-options="">
      <SpeedMenu container={container} />
      <CaptionsMenu container={container} />
      <AudioMenu container={container} />
      <QualityMenu container={container} />
      {wide && <VolumeControl />}
      <span className={css.gap} />
      {!wide && <VolumeControl />}
      {!wide && <PictureInPictureButton />}
      {children}
      {queue && <IconButton icon={queueIcon} label={t('queue.title')} aria-expanded={queue.on} onClick={queue.toggle} />}
      {more && <IconButton icon={info} label={t('player.about')} aria-expanded={more.on} onClick={more.toggle} />}
      <FullScreenButton />
    </div>
  )
}

const formatSpeed = (speed: number) => speed.toLocaleString(locale)

function SpeedMenu({ container }: { container: HTMLElement | null }) {
  const control = useControl()
  const speed = useMediaSelector((state) => state.mediaPlaybackRate ?? 1)
  const fixed = useMediaSelector((state) => state.mediaStreamType !== 'on-demand')
  if (fixed) return null
  return (
    <OptionMenu
      container={container}
      heading={t('player.speed')}
      label={t('player.speedOf', { speed: formatSpeed(speed) })}
      value={String(speed)}
      options={speeds.map((speed) => ({ value: String(speed), name: speed === 1 ? t('player.normal') : `${formatSpeed(speed)}×` }))}
      onChoose={(value) => control.setSpeed(Number(value))}
    >
      <span className={css.figure}>{formatSpeed(speed)}×</span>
    </OptionMenu>
  )
}

const languageNames = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })

function captionName({ language: code, label }: { language: string; label: string }): string {
  // Some streams have an index instead of a name.
  if (label && !/^\d+$/.test(label)) return label
  try {
    return languageNames.of(code) ?? code
  } catch {
    return code
  }
}

function CaptionsMenu({ container }: { container: HTMLElement | null }) {
  const control = useControl()
  const tracks = useMediaSelector((state) => state.mediaSubtitlesList)
  const showing = useMediaSelector((state) => state.mediaSubtitlesShowing?.[0])
  if (!tracks?.length) return null
  return (
    <OptionMenu
      container={container}
      heading={t('player.captions')}
      label={t('player.captionsOn', { language: showing ? captionName(showing) : t('player.captionsOff') })}
      value={showing?.language ?? ''}
      options={[
        { value: '', name: t('player.captionsOff') },
        ...tracks.map((track) => ({ value: track.language, name: captionName(track) })),
      ]}
      onChoose={(value) => control.setCaptions(value || null)}
    >
      <Icon icon={showing ? closedCaptioningFill : closedCaptioning} />
    </OptionMenu>
  )
}

/** Fields of the store's audio tracks that its types lack. */
interface NamedTrack {
  id?: string
  language?: string
  label?: string
}

/** Returns the audio tracks without duplicate names, because streams may repeat each language per quality. */
function audioChoicesOf(tracks: readonly NamedTrack[] = []) {
  const choices = tracks.map(({ id = '', language: code = '', label = '' }) => ({
    id,
    language: code,
    name: captionName({ language: code, label }),
  }))
  return choices.filter(({ name }, index) => choices.findIndex((choice) => choice.name === name) === index)
}

/** Audio languages, if there are several. */
function AudioMenu({ container }: { container: HTMLElement | null }) {
  const control = useControl()
  const tracks = useMediaSelector((state) => state.mediaAudioTrackList as readonly NamedTrack[] | undefined)
  const enabled = useMediaSelector((state) => state.mediaAudioTrackEnabled)
  const choices = audioChoicesOf(tracks)
  if (choices.length < 2) return null
  const current = choices.find(({ id }) => id === enabled)
  return (
    <OptionMenu
      container={container}
      heading={t('player.audio')}
      label={current ? t('player.audioOf', { language: current.name }) : t('player.audio')}
      value={enabled ?? ''}
      options={choices.map(({ id, name }) => ({ value: id, name }))}
      onChoose={(value) => {
        const choice = choices.find(({ id }) => id === value)
        if (choice) control.setAudioTrack(choice)
      }}
    >
      <Icon icon={userSound} />
    </OptionMenu>
  )
}

function QualityMenu({ container }: { container: HTMLElement | null }) {
  const control = useControl()
  const renditions = useMediaSelector((state) => state.mediaRenditionList)
  const selected = useMediaSelector((state) => state.mediaRenditionSelected)
  const height = useMediaSelector((state) => state.mediaHeight)
  const steps = (renditions ?? []).filter((rendition) => rendition.id && rendition.height)
  if (steps.length < 2) return null
  const now = height ? `${height}p` : t('player.auto')
  return (
    <OptionMenu
      container={container}
      heading={t('player.quality')}
      label={t('player.qualityOf', { quality: selected ? now : t('player.autoOf', { quality: now }) })}
      value={selected ?? 'auto'}
      options={[
        { value: 'auto', name: t('player.auto') },
        ...steps
          .toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
          .map((rendition) => ({ value: rendition.id ?? '', name: `${rendition.height}p` })),
      ]}
      onChoose={(value) => control.setQuality(value)}
    >
      <span className={css.figure}>{now}</span>
    </OptionMenu>
  )
}

/** The volume slider, only for mouse users: phones and tablets have buttons for that. */
function VolumeControl() {
  const control = useControl()
  const volume = useMediaSelector((state) => state.mediaVolume ?? 1)
  const muted = useMediaSelector((state) => (state.mediaMuted ?? false) || state.mediaVolume === 0)
  const unavailable = useMediaSelector((state) => state.mediaVolumeUnavailable !== undefined)
  if (unavailable) return null
  const audibleVolume = muted ? 0 : volume
  return (
    <div className={css.sound}>
      <IconButton
        icon={muted ? speakerSlash : speakerHigh}
        label={t(muted ? 'player.unmute' : 'player.mute')}
        onClick={() => control.perform({ do: 'mute' })}
      />
      <input
        className={css.volume}
        ref={volumeRef}
        style={{ '--part': `${audibleVolume * 100}%` }}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={audibleVolume}
        aria-label={t('player.volume')}
        aria-valuetext={t('player.percent', { percent: Math.round(audibleVolume * 100) })}
        onChange={(event) => control.setVolume(Number(event.currentTarget.value))}
      />
    </div>
  )
}

export function PictureInPictureButton() {
  const control = useControl()
  const on = useMediaSelector((state) => state.mediaIsPip ?? false)
  const unavailable = useMediaSelector((state) => state.mediaPipUnavailable !== undefined || !state.mediaHeight)
  if (unavailable) return null
  return (
    <IconButton icon={pictureInPicture} label={t(on ? 'player.leavePip' : 'player.pip')} onClick={() => control.togglePictureInPicture()} />
  )
}

function FullScreenButton() {
  const control = useControl()
  const on = useMediaSelector((state) => state.mediaIsFullscreen ?? false)
  const unavailable = useMediaSelector((state) => state.mediaFullscreenUnavailable !== undefined)
  if (unavailable) return null
  return (
    <IconButton
      icon={on ? cornersIn : cornersOut}
      label={t(on ? 'player.leaveFullscreen' : 'player.fullscreen')}
      onClick={() => control.perform({ do: 'fullscreen' })}
    />
  )
}
