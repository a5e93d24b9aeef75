import type { Plugin } from 'vite'

/** Numbers without a separator, as `1.98.5`. */
const numbers = /\d*\.\d+(?:\.\d+)*/g
const rounded = (number: string) =>
  Number(number)
    .toFixed(1)
    .replace(/^0(?=\.[1-9])/, '')
    .replace(/\.0$/, '')

/** Rounds the coordinates of icons to tenths of their 256 units: less than a tenth of a pixel at the size in which they are shown. */
export const roundIcons = (): Plugin => ({
  name: 'round-icons',
  transform: {
    filter: { id: /@phosphor-icons\/.*\.svg\?raw$/ },
    handler: (code) => ({
      code: code.replaceAll(numbers, (run) =>
        run
          .match(/\d*\.\d+/g)!
          .map(rounded)
          .join(' '),
      ),
      map: null,
    }),
  },
})
