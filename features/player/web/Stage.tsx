import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import type { SwipeHandle } from '#ui/useSwipeDown.ts'
import { FrameElement } from './FrameElement.tsx'
import { MediaElement } from './MediaElement.tsx'
import { stageRef } from './motion.ts'
import { PictureArea, type SwipeActions } from './PictureArea.tsx'
import { type PlayableItem, isAudioOnly } from './plan.ts'
import type { Countdown } from './Countdown.tsx'
import type { IdleState } from './useIdle.ts'
import { useControl } from './control.ts'
import type { Playback } from './usePlayback.ts'
import css from './Stage.module.css'

/** Captions above the controls. In iPhones' native full screen, the browser renders them instead. */
function Captions() {
  const control = useControl()
  const showing = useMediaSelector((state) => state.mediaSubtitlesShowing?.[0])
  const [lines, setLines] = useState<string[]>([])

  useEffect(() => {
    const track = showing && [...(control.media?.textTracks ?? [])].find(({ mode, label }) => mode === 'showing' && label === showing.label)
    if (!track) return
    const draw = () =>
      setLines([...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue).map((cue) => cue.getCueAsHTML().textContent ?? ''))
    draw()
    track.addEventListener('cuechange', draw)
    return () => {
      track.removeEventListener('cuechange', draw)
      setLines([])
    }
  }, [control, showing])

  if (!document.fullscreenEnabled || lines.length === 0) return null
  return (
    <p className={css.captions}>
      <span>{lines.join('\n')}</span>
    </p>
  )
}

/** The item's picture, blurred, behind the player. */
export function AmbientColour({ item }: { item: PlayableItem }) {
  return (
    <div className={css.ambient} aria-hidden="true">
      <Picture id={item.id} name="" source={item.image} shape="card" sizes="100vw" eager />
    </div>
  )
}

/** The item's picture before playback and after failures. */
function Poster({ item, dim }: { item: PlayableItem; dim: boolean }) {
  if (item.isLogo) return <StagePoster item={item} dim={dim} />
  return (
    <span className={css.poster} data-dim={dim || undefined}>
      <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="100vw" eager />
    </span>
  )
}

/** The poster until the first frame. */
function PosterUntilFirstFrame({ item }: { item: PlayableItem }) {
  const hasBegun = useControl().startedItem.use() === item.id
  return hasBegun ? null : <Poster item={item} dim={false} />
}

/** The item's picture in a square frame, for audio and logos. */
function StagePoster({ item, dim = false }: { item: PlayableItem; dim?: boolean }) {
  return (
    <span className={css.cover} data-dim={dim || undefined}>
      <PictureFrame ratio={1}>
        <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="420px" eager />
      </PictureFrame>
    </span>
  )
}

/** Loading indicator. */
function Buffering() {
  const loading = useMediaSelector((state) => (state.mediaLoading ?? true) && !state.mediaEnded)
  const paused = useMediaSelector((state) => (state.mediaPaused ?? false) && (state.mediaHasPlayed ?? false))
  if (!loading || paused) return null
  return (
    <span className={css.buffering}>
      <Spinner size={48} />
    </span>
  )
}

interface StageProps {
  item: PlayableItem
  playback: Playback
  idle: IdleState
  /** Whether the player is docked: a click then expands it. */
  docked: boolean
  onExpand: () => void
  /** Handlers for pulling down; undefined if the player can't dock. */
  handle: SwipeHandle | undefined
  /** Actions of swipes over the picture. */
  swipeActions: SwipeActions | undefined
  countdown: Countdown
  /** Called when playback has ended. */
  onEnded: () => void
}

/** The picture area. */
export function Stage({ item, playback, idle, docked, onExpand, handle, swipeActions, countdown, onEnded }: StageProps) {
  const { plan, key, mode, fail, silence, resumeAt } = playback
  const { startedItem: startedItemId } = useControl()
  const playing = () => {
    startedItemId.set(item.id)
    countdown.cancel()
  }
  if (mode.kind !== 'play' || plan.type === 'nothing')
    return (
      <div className={css.stage} ref={stageRef} data-stage="">
        <Poster item={item} dim={mode.kind === 'failed'} />
        {/* Swipes also lead on from a TV channel that fails. */}
        {mode.kind === 'failed' && swipeActions && !docked && <PictureArea {...idle} handle={handle} swipeActions={swipeActions} />}
      </div>
    )
  if (plan.type === 'frame')
    return (
      <div className={css.stage} ref={stageRef} data-stage="">
        <FrameElement key={key} plan={plan} onPlaying={playing} onEnded={onEnded} onFailure={fail} onSilence={silence} />
      </div>
    )
  const isSound = isAudioOnly(plan, item)
  return (
    <div className={css.stage} ref={stageRef} data-stage="" data-sound={isSound || undefined}>
      {isSound ? <StagePoster item={item} /> : <PosterUntilFirstFrame item={item} />}
      <MediaElement
        key={key}
        itemId={item.id}
        plan={plan}
        start={resumeAt ?? plan.start}
        isFromStart={item.isFromStart === true}
        onPlaying={playing}
        onEnded={onEnded}
        onFailure={fail}
      />
      {docked ? (
        // Hidden from keyboards and screen readers, for which the title beside it does the same.
        <button type="button" className={css.area} tabIndex={-1} aria-hidden="true" onClick={onExpand} />
      ) : (
        <PictureArea {...idle} handle={handle} swipeActions={swipeActions} />
      )}
      {!docked && <Captions />}
      <Buffering />
    </div>
  )
}
