/** The chosen language, for addresses that name no language. Pages read no other cookie. */
export const languageCookie = 'lang'

/** Names of all cookies. The cookie policy lists exactly these. */
export const cookieNames = {
  language: languageCookie,
  /** Authenticates requests for pictures, videos and events. HttpOnly. */
  media: 'media_session',
  /** Marks a browser that has logged in to an account before. HttpOnly. */
  device: 'known_device',
  /** Position of this browser's last change in the database's log. The browser's next reads must include that change. HttpOnly. */
  written: 'last_change',
} as const
