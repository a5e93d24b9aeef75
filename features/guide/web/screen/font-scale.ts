/** Returns the page's font size divided by the default of 16 px. */
export const readFontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
