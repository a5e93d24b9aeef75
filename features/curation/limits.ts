/** How much of everything there may be, and how long texts may get (in characters). */
export const limits = {
  playlists: 500,
  groups: 200,
  series: 200,
  videos: 1000,
  /** Videos that one call copies. */
  copied: 10_000,
  /** Links or videos that one call adds. */
  added: 50,
  /** Links that the form takes at once: it adds them {@link limits.added} a call. As many as a user may paste in a minute. */
  pasted: 200,
  tags: 50,
  tag: 50,
  name: 50,
  title: 255,
  text: 5000,
  /** Of the texts of channels, series and videos in answers about many; the own call of each has them whole. */
  textStart: 300,
  /** Of what a video has to tell behind a button. */
  moreTextStart: 100,
  /** Videos of a channel that its page reads. A larger channel is read by the page’s own call. */
  pageVideos: 120,
  keyword: 100,
  /** Videos shown beside one, and beside all of a channel together. */
  related: 50,
  relatedOfPlaylist: 2000,
  /** Of an in- or out-point: a week. */
  seconds: 604_800,
  /** Liked videos beside one's own channels; the rest are not listed there. */
  favorites: 50,
} as const
