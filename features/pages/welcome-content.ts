/** Maximum linked pictures of an introduction. */
export const welcomeImages = 3

/** An introduction as operators write it. */
export interface WelcomeContent {
  en: { title: string; description: string }
  nl: { title: string; description: string }
  /** `picture`: an uploaded picture; `url`: a path of this site without the language, or an http(s) address. */
  images: { picture: string; url: string; en: string; nl: string }[]
  /** Ids of series in public channels; empty: the product chooses. */
  carousels: string[]
}

/** A published version with its schedule. */
export interface ScheduledWelcome {
  /** Null: the default introduction. */
  content: WelcomeContent | null
  starts_at: string | null
  ends_at: string | null
}

/** Returns the version to show now: of the versions whose schedule includes now, the one published last. @param versions latest first */
export const findShownVersion = <T extends ScheduledWelcome>(versions: readonly T[], nowMs: number): T | undefined =>
  versions.find(
    ({ starts_at: start, ends_at: end }) => (start === null || Date.parse(start) <= nowMs) && (end === null || Date.parse(end) > nowMs),
  )
