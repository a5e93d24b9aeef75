/** Maximum counts, and maximum lengths of texts in characters. */
export const limits = {
  playlists: 500,
  /** Packages in the bar of an owner. */
  shortcuts: 50,
  groups: 200,
  series: 200,
  videos: 1000,
  /** Videos that one call copies. */
  copied: 10_000,
  /** Links or videos that one call adds. */
  added: 50,
  /**
   * Maximum links pasted into the form, which sends {@link limits.added} per call. Equals the limit of pasted links per user and minute.
   */
  pasted: 200,
  tags: 50,
  tag: 50,
  name: 50,
  title: 255,
  text: 5000,
  /** Length of texts of channels, series and videos in lists. The thing's own endpoint returns them in full. */
  textStart: 300,
  /** Length of a video's additional information in lists. */
  moreTextStart: 100,
  /** Videos of a channel that its page contains. A page of a larger channel requests all videos. */
  pageVideos: 120,
  keyword: 100,
  /** Related videos of one video, and of all videos of a channel together. */
  related: 50,
  relatedOfPlaylist: 2000,
  /** Maximum start or end time: a week. */
  seconds: 604_800,
  /** Liked videos listed with the user's own channels. Older ones are omitted. */
  favorites: 50,
} as const
