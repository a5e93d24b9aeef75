import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'
import { formatLength } from '#kit/web/format.ts'
import { Button } from '#ui/Button.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { Slot } from '#shell/Slot.tsx'
import type { SubjectType } from '#shell/subjects.ts'
import { ItemDescriptions, hasDescription } from './ItemDescriptions.tsx'
import type { Chapter } from './chapters.ts'
import { Chapters } from './Chapters.tsx'
import { consentName } from './consent.ts'
import { aboutPanelItem } from './item-additions.ts'
import { CountdownNote, type Countdown } from './Countdown.tsx'
import { ConsentNote, FailureNote, SlowNote, SourceLink } from './PlayerNotes.tsx'
import { frameProtocols } from './frame/protocols.ts'
import { OptionButtons } from './OptionButtons.tsx'
import type { PlayableItem } from './plan.ts'
import { playIndex } from './presenting.ts'
import type { Queue } from './queue.ts'
import { QueueSection } from './QueueSection.tsx'
import { t } from './texts.ts'
import { Timeline } from './Timeline.tsx'
import { TransportButtons } from './TransportButtons.tsx'
import type { Playback } from './usePlayback.ts'
import { ItemLines } from './ItemLines.tsx'
import css from './PlayerControls.module.css'

/** How long a stream may buffer before a message shows, in ms. */
const slowAfterMs = 8000

/** Whether the stream has been buffering for long. */
function useIsSlow(active: boolean): boolean {
  const isWaiting = useMediaSelector(
    (state) => active && (state.mediaLoading ?? true) && !(state.mediaHasPlayed && state.mediaPaused) && !state.mediaEnded,
  )
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return slow && isWaiting
}

/** The next item, in a corner of the wide player. */
function NextItem({ item, onChoose }: { item: PlayableItem; onChoose: () => void }) {
  const length = item.duration ? formatLength(item.duration) : ''
  return (
    <button type="button" className={css.next} onClick={onChoose}>
      <PictureFrame className={css.small}>
        <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="60px" />
      </PictureFrame>
      <span className={css.words}>
        <ItemLines title={item.title} meta={[t('player.upNext'), length].filter(Boolean).join(' · ')} metaFirst />
      </span>
    </button>
  )
}

/** Title and channel of the playing item. */
const ItemTitles = ({ item: { title, subtitle } }: { item: PlayableItem }) => (
  <div className={css.titles}>
    <h2 className={css.title}>{title}</h2>
    {subtitle && <p className={css.subtitle}>{subtitle}</p>}
  </div>
)

declare module '#shell/slots.ts' {
  interface Slots {
    /** Buttons above the timeline. */
    'player.buttons': SubjectType
    /** Actions that are offered when playback failed. */
    'player.failure': SubjectType
    /** A button among the options, if the item plays in our own player. */
    'player.options': SubjectType
  }
}

interface Neighbour {
  title: string
  go: () => void
}

interface PlayerControlsProps {
  countdown: Countdown
  item: PlayableItem
  chapters: readonly Chapter[]
  playback: Playback
  wide: boolean
  container: HTMLElement | null
  previous: Neighbour | undefined
  next: Neighbour | undefined
  nextItem: PlayableItem | undefined
  queue: Queue
}

/** Controls below the picture, or over its lower part when the player is wide. */
export function PlayerControls({
  item,
  chapters,
  playback,
  wide,
  container,
  previous,
  next,
  nextItem,
  queue,
  countdown,
}: PlayerControlsProps) {
  const { plan, mode, press, retry, relay, allow, revoke, silent } = playback
  const onStart = mode.kind === 'press' ? press : undefined
  const isPlayable = mode.kind === 'play' || mode.kind === 'press'
  const nextCard = wide && next && nextItem && <NextItem item={nextItem} onChoose={next.go} />
  const [isAboutShown, setIsAboutShown] = useState(false)
  const [isQueueShown, setIsQueueShown] = useState(false)
  const queueToggle = wide && queue.items.length > 1 ? { on: isQueueShown, toggle: () => setIsQueueShown(!isQueueShown) } : undefined
  const isBeside = aboutPanelItem.use() === item.id
  const more = wide && hasDescription(item) && !isBeside ? { on: isAboutShown, toggle: () => setIsAboutShown(!isAboutShown) } : undefined
  const buttons = item.subject && <Slot name="player.buttons" subject={item.subject} />
  return (
    <div className={css.controls}>
      {wide ? isAboutShown && !isBeside && <ItemDescriptions key={item.id} item={item} over /> : <ItemTitles item={item} />}
      {queueToggle?.on && <QueueSection queue={queue} onChoose={playIndex} over />}
      {wide && buttons}
      {next && <CountdownNote countdown={countdown} title={next.title} onNext={next.go} />}
      {mode.kind === 'failed' && (
        <FailureNote failure={mode.failure} codecs={mode.codecs} source={plan.source} onRetry={retry} onRelay={relay} onNext={next?.go}>
          {item.subject && <Slot name="player.failure" subject={item.subject} />}
        </FailureNote>
      )}
      {mode.kind === 'consent' && plan.type === 'frame' && (
        <ConsentNote key={`consent ${item.id}`} provider={consentName(plan)} source={plan.source} onPlay={allow}>
          {nextCard}
        </ConsentNote>
      )}
      {isPlayable && plan.type === 'media' && (
        <>
          <CastingNote />
          <SlowStreamNote active={!onStart} onRetry={retry} />
          <Timeline item={item} chapters={chapters} container={container} />
          <TransportButtons previous={previous} next={next} onStart={onStart} steerable />
          <OptionButtons container={container} wide={wide} more={more} queue={queueToggle}>
            {item.subject && <Slot name="player.options" subject={item.subject} />}
            {nextCard}
          </OptionButtons>
        </>
      )}
      {isPlayable && plan.type === 'frame' && (
        <>
          {silent && <p className={css.silent}>{t('player.frameSilent', { provider: consentName(plan) })}</p>}
          <div className={css.row}>
            <div className={css.source}>
              <SourceLink source={plan.source} />
              <Chapters chapters={chapters} container={container} />
              {revoke && (
                <Button kind="text" size="s" onClick={revoke}>
                  {t('player.consent.revoke', { provider: consentName(plan) })}
                </Button>
              )}
            </div>
            <TransportButtons
              previous={previous}
              next={next}
              onStart={onStart}
              steerable={onStart !== undefined || frameProtocols[plan.kind] !== undefined}
            />
            <OptionButtons container={container} wide={wide} more={more} queue={queueToggle} />
          </div>
        </>
      )}
      {/* Last, so that the text's length moves no controls and actions out of reach. */}
      {!wide && (
        <>
          {buttons}
          <ItemDescriptions key={item.id} item={item} />
        </>
      )}
    </div>
  )
}

function SlowStreamNote({ active, onRetry }: { active: boolean; onRetry: () => void }) {
  return useIsSlow(active) ? <SlowNote onRetry={onRetry} /> : null
}

function CastingNote() {
  const casting = useMediaSelector((state) => state.mediaIsCasting ?? false)
  return casting ? <p className={css.casting}>{t('player.casting')}</p> : null
}
