import type { Plugin } from 'vite'

/** Rounds the coordinates of icons to tenths of their 256 units: less than a tenth of a pixel at the size in which they are shown. */
export const roundIcons = (): Plugin => ({
  name: 'round-icons',
  transform: {
    filter: { id: /@phosphor-icons\/.*\.svg\?raw$/ },
    handler: (code) => ({
      code: code.replaceAll(/\d*\.\d+/g, (number) => String(Number(Number(number).toFixed(1))).replace(/^0\./, '.')),
      map: null,
    }),
  },
})
