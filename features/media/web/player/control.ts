import { MediaActionTypes, type MediaState } from 'media-chrome/react/media-store'
import { createMediaStore, type MediaStore } from 'media-chrome/dist/media-store/media-store.js'
import { createStore } from '#ui/store.ts'
import type { MediaAction } from './keys.ts'
import type { Preferences } from './preferences.ts'

/** What plays: a media element, one of our own around it, or a frame that behaves like one. */
export type PlayerMedia = Pick<HTMLMediaElement, 'paused' | 'play' | 'pause' | 'currentTime' | 'duration' | 'volume' | 'muted'> &
  EventTarget & { playbackRate?: number; textTracks?: TextTrackList; liveSyncPosition?: number | undefined; remote?: RemotePlayback }

/** One of the media's audio tracks. */
export interface AudioChoice {
  id: string
  /** '' where the stream names none. */
  language: string
}

/**
 * The buttons and keys of the player, over media-chrome's store, which knows what plays and tells components what changed.
 * What a person chose is remembered and given to whatever plays next.
 */
export class PlayerControl {
  readonly store: MediaStore
  media: PlayerMedia | null = null
  /** The id of the item that has truly begun to play, as the media itself says. The store's `mediaHasPlayed` is true from when it is to play. */
  readonly begun = createStore<string | undefined>(undefined)
  readonly #preferences: Preferences

  constructor(preferences: Preferences) {
    this.#preferences = preferences
    // The store would keep preferences of its own in local storage, and would go to the very end of what is live.
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
    this.begun.set(undefined)
    this.#request(MediaActionTypes.MEDIA_ELEMENT_CHANGE_REQUEST, media)
    if (!media) return
    const { volume, muted } = this.#preferences.get()
    if (media.volume !== volume) media.volume = volume
    if (media.muted !== muted) media.muted = muted
  }

  /** The element that goes full screen. */
  setFullscreenElement(element: HTMLElement | null): void {
    this.#request(MediaActionTypes.FULLSCREEN_ELEMENT_CHANGE_REQUEST, element)
  }

  /** To be called once the media's kind is known: a live stream has no speed. */
  applySpeed(): void {
    if (this.media?.playbackRate !== undefined && !this.isLive) this.media.playbackRate = this.#preferences.get().speed
  }

  /** @param tracks the captions that have come so far */
  applyCaptions(tracks: MediaState['mediaSubtitlesList'] = []): void {
    const { captions } = this.#preferences.get()
    this.#showCaptions(tracks.find(({ language }) => captions && sameLanguage(language, captions)))
  }

  get isLive(): boolean {
    return this.#state.mediaStreamType === 'live'
  }

  perform(action: MediaAction): void {
    switch (action.do) {
      case 'toggle':
        if (!this.#state.mediaPaused) return this.#request(MediaActionTypes.MEDIA_PAUSE_REQUEST)
        // Live without a past goes on where it is by now.
        if (this.isLive && !this.#state.mediaTargetLiveWindow) return this.goToLive()
        return this.#request(MediaActionTypes.MEDIA_PLAY_REQUEST)
      case 'jump':
        // From the media itself: what the store knows lags behind when the key is pressed fast.
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
        return this.setCaptions((this.#state.mediaSubtitlesShowing ?? []).length > 0 ? null : this.#captionsToShow())
      case 'fullscreen':
        return this.#request(
          this.#state.mediaIsFullscreen ? MediaActionTypes.MEDIA_EXIT_FULLSCREEN_REQUEST : MediaActionTypes.MEDIA_ENTER_FULLSCREEN_REQUEST,
        )
    }
  }

  setPaused(paused: boolean): void {
    if (paused !== (this.#state.mediaPaused ?? true)) this.perform({ do: 'toggle' })
  }

  /** @param seconds on the media's own clock; kept within what can be sought */
  seek(seconds: number): void {
    const range = rangeOf(this.#state)
    if (!range) return
    const [start, end] = range
    const latest = this.isLive ? (this.media?.liveSyncPosition ?? end) : end
    this.#request(MediaActionTypes.MEDIA_SEEK_REQUEST, Math.max(start, Math.min(latest, seconds)))
  }

  /** Looks up what is to be seen then. @param seconds undefined: nobody asks any more */
  preview(seconds: number | undefined): void {
    this.#request(MediaActionTypes.MEDIA_PREVIEW_REQUEST, seconds)
  }

  goToLive(): void {
    const edge = this.media?.liveSyncPosition
    if (edge === undefined) this.#request(MediaActionTypes.MEDIA_SEEK_TO_LIVE_REQUEST)
    else this.#request(MediaActionTypes.MEDIA_SEEK_REQUEST, edge)
    if (this.#state.mediaPaused) this.#request(MediaActionTypes.MEDIA_PLAY_REQUEST)
  }

  /** @param volume 0 to 1; kept in hundredths, as steps would add up to crumbs */
  setVolume(volume: number): void {
    const kept = Math.round(Math.max(0, Math.min(1, volume)) * 100) / 100
    this.#request(MediaActionTypes.MEDIA_VOLUME_REQUEST, kept)
    if (kept > 0 && this.media?.muted) this.#request(MediaActionTypes.MEDIA_UNMUTE_REQUEST)
    this.#preferences.set(kept > 0 ? { volume: kept, muted: false } : { muted: true })
  }

  setMuted(muted: boolean): void {
    this.#request(muted ? MediaActionTypes.MEDIA_MUTE_REQUEST : MediaActionTypes.MEDIA_UNMUTE_REQUEST)
    this.#preferences.set({ muted })
  }

  setSpeed(speed: number): void {
    this.#request(MediaActionTypes.MEDIA_PLAYBACK_RATE_REQUEST, speed)
    this.#preferences.set({ speed })
  }

  /** @param language of the captions to show; null for none */
  setCaptions(language: string | null): void {
    this.#showCaptions(this.#state.mediaSubtitlesList?.find((track) => track.language === language))
    this.#preferences.set({ captions: language })
  }

  #showCaptions(track: { language: string; label: string; kind: TextTrackKind } | undefined) {
    const others = (this.#state.mediaSubtitlesShowing ?? []).filter(({ label }) => label !== track?.label)
    if (others.length > 0) this.#request(MediaActionTypes.MEDIA_DISABLE_SUBTITLES_REQUEST, others)
    if (track) this.#request(MediaActionTypes.MEDIA_SHOW_SUBTITLES_REQUEST, [track])
  }

  #captionsToShow(): string | null {
    const tracks = this.#state.mediaSubtitlesList ?? []
    const wanted = [this.#preferences.get().captions, document.documentElement.lang, ...navigator.languages]
    const best = wanted.map((wish) => wish && tracks.find(({ language }) => sameLanguage(language, wish))).find(Boolean)
    return (best || tracks[0])?.language ?? null
  }

  /** @param id of one of the media's renditions; 'auto' leaves the choice to the connection */
  setQuality(id: string): void {
    this.#request(MediaActionTypes.MEDIA_RENDITION_REQUEST, id)
  }

  setAudioTrack({ id, language }: AudioChoice): void {
    this.#request(MediaActionTypes.MEDIA_AUDIO_TRACK_REQUEST, id)
    this.#preferences.set({ audio: language || null })
  }

  /** To be called once the languages that a stream is spoken in have come. */
  applyAudio(tracks: readonly AudioChoice[]): void {
    const { audio } = this.#preferences.get()
    const wanted = tracks.find(({ language }) => audio && sameLanguage(language, audio))
    if (wanted && wanted.id !== this.#state.mediaAudioTrackEnabled) this.#request(MediaActionTypes.MEDIA_AUDIO_TRACK_REQUEST, wanted.id)
  }

  togglePictureInPicture(): void {
    this.#request(this.#state.mediaIsPip ? MediaActionTypes.MEDIA_EXIT_PIP_REQUEST : MediaActionTypes.MEDIA_ENTER_PIP_REQUEST)
  }

  chooseAirPlay(): void {
    this.#request(MediaActionTypes.MEDIA_AIRPLAY_REQUEST)
  }
}

const sameLanguage = (one: string, other: string) => one.toLowerCase().split('-')[0] === other.toLowerCase().split('-')[0]

/** What can be sought, in seconds of the media's clock. */
export function rangeOf(state: Partial<MediaState>): readonly [number, number] | undefined {
  const { mediaSeekable, mediaDuration = Number.NaN, mediaStreamType } = state
  if (mediaStreamType === 'live') return mediaSeekable
  return Number.isFinite(mediaDuration) && mediaDuration > 0 ? [0, mediaDuration] : mediaSeekable
}
