export const limits = {
  /** Maximum packages. */
  tiers: 200,
  /** Maximum TV channels, and maximum playlists, of a tier. */
  items: 10_000,
  /** Maximum items of each kind in the list of packages. The tier itself has all its items. */
  shownItems: 50,
  name: 50,
  text: 2_000,
  /** Cents a month. */
  price: { min: 1, max: 50_000 },
} as const

/** Things used in example calls. */
export const packagesExamples = { tier: 'Ti5Mx2KcV8n', otherTier: 'Ti9Wq4HbZ3r' } as const
