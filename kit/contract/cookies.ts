/** The names of all cookies. Whoever sets or reads one takes its name from here: the cookie policy lists exactly these. */
export const cookieNames = {
  /** Mirrors the chosen language, for addresses without one. */
  language: 'lang',
  /** Opens pictures, videos and events of a login. HttpOnly. */
  media: 'media_session',
  /** This browser has logged in to an account before. HttpOnly. */
  device: 'known_device',
} as const
