import { MediaActionTypes, type MediaState } from 'media-chrome/react/media-store'
import { type MediaStore, createMediaStore } from 'media-chrome/dist/media-store/media-store.js'
import { createContext, useContext } from 'react'
import { createStore } from '#ui/store.ts'
import type { MediaAction } from './keys.ts'
import type { Preferences } from './preferences.ts'

/** A media element, one of our own elements, or a frame, all with the same interface. */
export type PlayerMedia = Pick<HTMLMediaElement, 'paused' | 'play' | 'pause' | 'currentTime' | 'duration' | 'volume' | 'muted'> &
  EventTarget & { playbackRate?: number; textTracks?: TextTrackList; liveSyncPosition?: number | undefined; remote?: RemotePlayback }

/** An audio track of the media. */
export interface AudioChoice {
  id: string
  /** '' if the track names no language. */
  language: string
}

/**
 * The player's actions for buttons and keys, over media-chrome's store, which tracks playback. Stores the user's choices and applies them
 * to later items.
 */
export class PlayerControl {
  readonly store: MediaStore
  media: PlayerMedia | null = null
  /** Id of the item that has started, according to the media's own event. The store's `mediaHasPlayed` is true from the play request. */
  readonly startedItem = createStore<string | undefined>(undefined)
  readonly #preferences: Preferences

  constructor(preferences: Preferences) {
    this.#preferences = preferences
    // Turns off the store's own preferences in local storage, and its seek to the very end of live streams.
    const options = { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true, noAutoSeekToLive: true }
    this.store = createMediaStore({ documentElement: document, options })
  }

  get #state(): Partial<MediaState> {
    return this.store.getState()
  }

  #request(type: string, detail?: unknown) {
    this.store.dispatch({ type, detail })
  }

  attach(media: PlayerMedia | null): void {
    this.media = media
    this.startedItem.set(undefined)
    this.#request(MediaActionTypes.MEDIA_ELEMENT_CHANGE_REQUEST, media)
    if (!media) return
    const { volume, muted } = this.#preferences.get()
    if (media.volume !== volume) media.volume = volume
    if (media.muted !== muted) media.muted = muted
  }

  /** Sets the element that full screen shows. */
  setFullscreenElement(element: HTMLElement | null): void {
    this.#request(MediaActionTypes.FULLSCREEN_ELEMENT_CHANGE_REQUEST, element)
  }

  /** Applies the chosen speed. Call once the media's kind is known, because live streams have no speed. */
  applySpeed(): void {
    if (this.media?.playbackRate !== undefined && !this.isLive) this.media.playbackRate = this.#preferences.get().speed
  }

  /** @param tracks caption tracks loaded so far */
  applyCaptions(tracks: MediaState['mediaSubtitlesList'] = []): void {
    const { captions } = this.#preferences.get()
    this.#showCaptions(tracks.find(({ language }) => captions && isSameLanguage(language, captions)))
  }

  get isLive(): boolean {
    return this.#state.mediaStreamType === 'live'
  }

  perform(action: MediaAction): void {
    switch (action.do) {
      case 'toggle':
        if (!this.#state.mediaPaused) return this.#request(MediaActionTypes.MEDIA_PAUSE_REQUEST)
        // A live stream without seeking resumes at the live edge.
        if (this.isLive && !this.#state.mediaTargetLiveWindow) return this.goToLive()
        return this.#request(MediaActionTypes.MEDIA_PLAY_REQUEST)
      case 'jump':
        // Reads the time from the media, because the store is late after fast key presses.
        return this.seek((this.media?.currentTime ?? 0) + action.by)
      case 'seek': {
        const range = rangeOf(this.#state)
        return range && this.seek(range[0] + (range[1] - range[0]) * action.to)
      }
      case 'volume':
        return this.setVolume((this.#state.mediaVolume || this.#preferences.get().volume) + action.by)
      case 'mute':
        return this.setMuted(!this.#state.mediaMuted)
      case 'captions':
        return this.setCaptions((this.#state.mediaSubtitlesShowing ?? []).length > 0 ? null : this.#chooseCaptions())
      case 'fullscreen':
        return this.#request(
          this.#state.mediaIsFullscreen ? MediaActionTypes.MEDIA_EXIT_FULLSCREEN_REQUEST : MediaActionTypes.MEDIA_ENTER_FULLSCREEN_REQUEST,
        )
    }
  }

  setPaused(paused: boolean): void {
    if (paused !== (this.#state.mediaPaused ?? true)) this.perform({ do: 'toggle' })
  }

  /** @param seconds on the media's clock; clamped to the seekable range */
  seek(seconds: number): void {
    const range = rangeOf(this.#state)
    if (!range) return
    const [start, end] = range
    const latest = this.isLive ? (this.media?.liveSyncPosition ?? end) : end
    this.#request(MediaActionTypes.MEDIA_SEEK_REQUEST, Math.max(start, Math.min(latest, seconds)))
  }

  /** Requests the preview at a time. @param seconds undefined: ends the preview */
  preview(seconds: number | undefined): void {
    this.#request(MediaActionTypes.MEDIA_PREVIEW_REQUEST, seconds)
  }

  goToLive(): void {
    const edge = this.media?.liveSyncPosition
    if (edge === undefined) this.#request(MediaActionTypes.MEDIA_SEEK_TO_LIVE_REQUEST)
    else this.#request(MediaActionTypes.MEDIA_SEEK_REQUEST, edge)
    if (this.#state.mediaPaused) this.#request(MediaActionTypes.MEDIA_PLAY_REQUEST)
  }

  /** @param volume 0 to 1; rounded to hundredths against floating-point drift */
  setVolume(volume: number): void {
    const rounded = Math.round(Math.max(0, Math.min(1, volume)) * 100) / 100
    this.#request(MediaActionTypes.MEDIA_VOLUME_REQUEST, rounded)
    if (rounded > 0 && this.media?.muted) this.#request(MediaActionTypes.MEDIA_UNMUTE_REQUEST)
    this.#preferences.set(rounded > 0 ? { volume: rounded, muted: false } : { muted: true })
  }

  setMuted(muted: boolean): void {
    this.#request(muted ? MediaActionTypes.MEDIA_MUTE_REQUEST : MediaActionTypes.MEDIA_UNMUTE_REQUEST)
    this.#preferences.set({ muted })
  }

  setSpeed(speed: number): void {
    this.#request(MediaActionTypes.MEDIA_PLAYBACK_RATE_REQUEST, speed)
    this.#preferences.set({ speed })
  }

  /** @param language of the captions; null turns them off */
  setCaptions(language: string | null): void {
    this.#showCaptions(this.#state.mediaSubtitlesList?.find((track) => track.language === language))
    this.#preferences.set({ captions: language })
  }

  #showCaptions(track: { language: string; label: string; kind: TextTrackKind } | undefined) {
    const others = (this.#state.mediaSubtitlesShowing ?? []).filter(({ label }) => label !== track?.label)
    if (others.length > 0) this.#request(MediaActionTypes.MEDIA_DISABLE_SUBTITLES_REQUEST, others)
    if (track) this.#request(MediaActionTypes.MEDIA_SHOW_SUBTITLES_REQUEST, [track])
  }

  #chooseCaptions(): string | null {
    const tracks = this.#state.mediaSubtitlesList ?? []
    const languages = [this.#preferences.get().captions, document.documentElement.lang, ...navigator.languages]
    const best = languages.map((preferred) => preferred && tracks.find(({ language }) => isSameLanguage(language, preferred))).find(Boolean)
    return (best || tracks[0])?.language ?? null
  }

  /** @param id of a rendition; 'auto' adapts to the connection */
  setQuality(id: string): void {
    this.#request(MediaActionTypes.MEDIA_RENDITION_REQUEST, id)
  }

  setAudioTrack({ id, language }: AudioChoice): void {
    this.#request(MediaActionTypes.MEDIA_AUDIO_TRACK_REQUEST, id)
    this.#preferences.set({ audio: language || null })
  }

  /** Applies the chosen language. Call once the audio tracks are known. */
  applyAudio(tracks: readonly AudioChoice[]): void {
    const { audio } = this.#preferences.get()
    const track = tracks.find(({ language }) => audio && isSameLanguage(language, audio))
    if (track && track.id !== this.#state.mediaAudioTrackEnabled) this.#request(MediaActionTypes.MEDIA_AUDIO_TRACK_REQUEST, track.id)
  }

  togglePictureInPicture(): void {
    this.#request(this.#state.mediaIsPip ? MediaActionTypes.MEDIA_EXIT_PIP_REQUEST : MediaActionTypes.MEDIA_ENTER_PIP_REQUEST)
  }

  chooseAirPlay(): void {
    this.#request(MediaActionTypes.MEDIA_AIRPLAY_REQUEST)
  }
}

const isSameLanguage = (a: string, b: string) => a.toLowerCase().split('-')[0] === b.toLowerCase().split('-')[0]

/** The seekable range, in seconds of the media's clock. */
export function rangeOf(state: Partial<MediaState>): readonly [number, number] | undefined {
  const { mediaSeekable, mediaDuration = Number.NaN, mediaStreamType } = state
  if (mediaStreamType === 'live') return mediaSeekable
  return Number.isFinite(mediaDuration) && mediaDuration > 0 ? [0, mediaDuration] : mediaSeekable
}

export const ControlContext = createContext<PlayerControl | null>(null)

/** The control of the enclosing player. */
export function useControl(): PlayerControl {
  const control = useContext(ControlContext)
  if (!control) throw new Error('Outside a player')
  return control
}
