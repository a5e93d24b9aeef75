/** Opens the palette. */
export const paletteKeys = 'Mod+k'
/** Opens the list of shortcuts. */
export const helpKeys = '?'
