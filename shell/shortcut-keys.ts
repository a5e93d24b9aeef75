/** The keys that open the palette. */
export const paletteKeys = 'Mod+k'
/** The key that opens the list of shortcuts, wherever one is. */
export const helpKeys = '?'
