/** Ids in example calls. They look real, and the things belong together. */
export const examples = {
  playlist: 'kZ3Qm8TfW1a',
  group: 'Gq6Wd1ZtM4n',
  /** A channel in the group `group`. */
  grouped: 'Tc2Jf9VyB5r',
  /** Another user's public channel, followed by the caller. */
  followed: 'Hs4Ux7DkE3m',
  series: 'b7HxR2pLs9c',
  video: 'Yd5NvK0eJ6g',
  /** Another video of the series `series`. */
  otherVideo: 'Lr8Bn4XcQ2v',
  /** An upload that failed. */
  upload: 'Wn5Gt0PzA7d',
  /** The upload of a video that a team deleted; its file is kept. */
  keptUpload: 'Ku6Gt0PzA7d',
  slug: 'night-trains',
  link: 'https://films.example.com/night-train',
} as const
