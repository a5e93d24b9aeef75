import type { Plugin } from 'vite'

/** Matches numbers that aren't separated, as in `1.98.5`. */
const numberPattern = /\d*\.\d+(?:\.\d+)*/g
const roundNumber = (number: string) =>
  Number(number)
    .toFixed(1)
    .replace(/^0(?=\.[1-9])/, '')
    .replace(/\.0$/, '')

/** Rounds coordinates of icons to tenths. Icons are 256 units wide, so that the error is below a tenth of a pixel at the sizes in use. */
export const roundIcons = (): Plugin => ({
  name: 'round-icons',
  transform: {
    filter: { id: /@phosphor-icons\/.*\.svg\?raw$/ },
    handler: (code) => ({
      code: code.replaceAll(numberPattern, (run) =>
        run
          .match(/\d*\.\d+/g)!
          .map(roundNumber)
          .join(' '),
      ),
      map: null,
    }),
  },
})
