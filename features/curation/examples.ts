/** What the examples of calls name: ids as they look, of things that go together. */
export const examples = {
  playlist: 'kZ3Qm8TfW1a',
  series: 'b7HxR2pLs9c',
  video: 'Yd5NvK0eJ6g',
  slug: 'night-trains',
  link: 'https://films.example.com/night-train',
} as const
