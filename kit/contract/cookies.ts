/** The chosen language, for addresses without one. The only cookie that pages read. */
export const languageCookie = 'lang'

/** Names of all cookies. The cookie policy lists exactly these. */
export const cookieNames = {
  language: languageCookie,
  /** Authenticates requests for pictures, videos and events. HttpOnly. */
  media: 'media_session',
  /** Marks a browser that has logged in to an account before. HttpOnly. */
  device: 'known_device',
  /** The position of this browser's last change, which its next reads contain. HttpOnly. */
  written: 'last_change',
} as const
