import { glow } from './sky.ts'
import { circle, colour as c, ground, group, linear, randomFrom, rect, shape, stroke, times } from './svg.ts'

/** Drawings from A to M, by the name that the demonstration's content calls them. */
export const scenesAToM: Readonly<Record<string, () => string>> = {
  birds() {
    const random = randomFrom(5)
    const flock = times(150, (i) => {
      const turn = i * 0.21
      const x = 300 + Math.cos(turn) * (40 + i * 1.3) + random() * 26
      const y = 150 + Math.sin(turn * 0.8) * (26 + i * 0.5) + random() * 22
      const k = 3 + random() * 5
      return stroke(`M${x - k} ${y}q${k / 2} ${-k * 0.7} ${k} 0q${k / 2} ${-k * 0.7} ${k} 0`, c(0.2, 0.05, 320), 1.6)
    })
    const reeds = times(46, (i) =>
      stroke(`M${i * 13.5} 400q${random() * 14 - 7} -40 ${random() * 26 - 13} ${-60 - random() * 50}`, c(0.24, 0.05, 320), 3),
    )
    return (
      ground(
        linear([
          [0, c(0.62, 0.11, 320)],
          [0.6, c(0.83, 0.11, 50)],
          [1, c(0.92, 0.08, 85)],
        ]),
      ) +
      glow(300, 330, 190, 70) +
      flock +
      reeds
    )
  },
  balloons() {
    const balloon = (x: number, y: number, k: number, hue: number) =>
      group(
        `translate(${x} ${y}) scale(${k})`,
        shape('M-60 0C-60 -90 60 -90 60 0C60 40 22 74 12 92H-12C-22 74 -60 40 -60 0Z', c(0.68, 0.18, hue)) +
          shape('M-26 -2C-26 -92 26 -92 26 -2C26 40 12 74 7 92H-7C-12 74 -26 40 -26 -2Z', c(0.9, 0.09, hue + 40)) +
          stroke('M-12 92L-8 112M12 92L8 112', c(0.3, 0.04, 60), 2) +
          rect(-10, 110, 20, 16, c(0.5, 0.09, 60), 'rx="3"'),
      )
    return (
      ground(
        linear([
          [0, c(0.8, 0.09, 225)],
          [1, c(0.95, 0.06, 90)],
        ]),
      ) +
      balloon(190, 170, 1.35, 25) +
      balloon(420, 120, 0.8, 290) +
      balloon(505, 250, 0.5, 150) +
      balloon(330, 265, 0.42, 250) +
      shape('M0 340Q150 300 320 332T600 318V400H0Z', c(0.58, 0.11, 140)) +
      shape('M0 372Q200 340 420 366T600 356V400H0Z', c(0.42, 0.09, 150))
    )
  },
  boat: () =>
    ground(
      linear([
        [0, c(0.86, 0.07, 200)],
        [1, c(0.62, 0.11, 225)],
      ]),
    ) +
    times(6, (i) => stroke(`M-20 ${292 + i * 22}q40 -22 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0`, c(0.95, 0.03, 210, 0.65 - i * 0.08), 6)) +
    shape('M150 250H450L392 330H208Z', c(0.97, 0.01, 90)) +
    shape('M300 110L408 250H300Z', c(0.93, 0.02, 90)) +
    shape('M300 110L192 250H300Z', c(0.82, 0.03, 240)) +
    shape('M150 250H300L208 330Z', c(0.86, 0.03, 240)) +
    shape('M0 330q40 -20 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0V400H0Z', c(0.56, 0.13, 235)),
  cassette: () =>
    ground(
      linear([
        [0, c(0.84, 0.14, 350)],
        [1, c(0.7, 0.17, 20)],
      ]),
    ) +
    rect(96, 78, 408, 252, c(0.25, 0.03, 290), 'rx="20"') +
    rect(120, 100, 360, 148, c(0.95, 0.04, 90), 'rx="10"') +
    times(3, (i) => rect(120, 128 + i * 22, 360, 12, c(0.72, 0.16, 30 + i * 45))) +
    rect(196, 196, 208, 76, c(0.3, 0.03, 290), 'rx="38"') +
    [240, 360]
      .map(
        (x) =>
          circle(x, 234, 28, c(0.93, 0.02, 90)) +
          times(6, (i) => group(`rotate(${i * 60} ${x} 234)`, rect(x - 3, 210, 6, 11, c(0.3, 0.03, 290)))),
      )
      .join('') +
    shape('M176 330L196 286H404L424 330Z', c(0.36, 0.03, 290)) +
    [216, 300, 384].map((x) => circle(x, 312, 6, c(0.2, 0.02, 290))).join(''),
  clock: () =>
    ground(
      linear([
        [0, c(0.35, 0.07, 260)],
        [1, c(0.62, 0.1, 40)],
      ]),
    ) +
    times(9, (i) => stroke(`M${i * 75} 0L300 150`, c(0.25, 0.05, 260, 0.7), 5)) +
    stroke('M300 0V70', c(0.2, 0.04, 260), 14) +
    circle(300, 196, 132, c(0.2, 0.04, 260)) +
    circle(300, 196, 118, c(0.97, 0.015, 90)) +
    times(60, (i) => group(`rotate(${i * 6} 300 196)`, rect(298, 84, i % 5 ? 2 : 5, i % 5 ? 9 : 24, c(0.2, 0.03, 260)))) +
    stroke('M300 196L300 108', c(0.18, 0.03, 260), 9) +
    stroke('M300 196L358 232', c(0.18, 0.03, 260), 13) +
    stroke('M300 226L300 118', c(0.6, 0.22, 28), 4) +
    circle(300, 110, 9, c(0.6, 0.22, 28)) +
    rect(0, 358, 600, 42, c(0.25, 0.04, 260)) +
    times(12, (i) => rect(i * 52, 358, 34, 8, c(0.86, 0.14, 95))),
  equaliser() {
    const random = randomFrom(9)
    const bars = times(20, (i) => {
      const tall = 3 + Math.round((0.5 + 0.5 * Math.sin(i * 0.62)) * 7 + random() * 3)
      return times(tall, (j) => rect(32 + i * 27, 348 - j * 25, 20, 18, c(0.82 - j * 0.024, 0.17, 160 - j * 13), 'rx="4"'))
    })
    return (
      ground(
        linear([
          [0, c(0.16, 0.04, 280)],
          [1, c(0.26, 0.06, 250)],
        ]),
      ) +
      bars +
      group('translate(0 732) scale(1 -1)', `<g opacity=".16">${bars}</g>`)
    )
  },
  headphones: () =>
    ground(
      linear([
        [0, c(0.75, 0.13, 190)],
        [1, c(0.55, 0.13, 215)],
      ]),
    ) +
    circle(300, 220, 190, c(0.9, 0.09, 185, 0.35)) +
    stroke('M150 262V224A150 150 0 0 1 450 224V262', c(0.22, 0.04, 260), 26) +
    stroke('M176 224A124 124 0 0 1 424 224', c(0.95, 0.02, 90), 8) +
    [
      [120, 1],
      [480, -1],
    ]
      .map(
        ([x = 0, side = 1]) =>
          rect(x - 34, 232, 68, 122, c(0.25, 0.04, 260), 'rx="30"') + rect(x - 34 + side * 26, 240, 40, 106, c(0.68, 0.2, 30), 'rx="18"'),
      )
      .join('') +
    times(5, (i) => stroke(`M${232 + i * 34} ${270 - (i % 2) * 22}V${318 + (i % 2) * 22}`, c(0.97, 0.02, 90), 10)),
  helix: () =>
    ground(
      linear([
        [0, c(0.26, 0.08, 250)],
        [1, c(0.16, 0.05, 280)],
      ]),
    ) +
    group(
      'rotate(-24 300 200)',
      times(30, (i) => {
        const turn = i * 0.42
        const [a, b] = [200 + Math.sin(turn) * 92, 200 - Math.sin(turn) * 92]
        const x = i * 24 - 50
        const near = Math.cos(turn) > 0
        return (
          stroke(`M${x} ${a}V${(a + b) / 2}`, c(0.7, 0.16, 25 + (i % 4) * 40), 6) +
          stroke(`M${x} ${(a + b) / 2}V${b}`, c(0.7, 0.16, 145 + (i % 4) * 40), 6) +
          circle(x, a, near ? 15 : 9, c(near ? 0.86 : 0.6, 0.12, 210)) +
          circle(x, b, near ? 9 : 15, c(near ? 0.6 : 0.86, 0.12, 330))
        )
      }),
    ),
  iceberg: () =>
    ground(
      linear([
        [0, c(0.7, 0.11, 30)],
        [0.5, c(0.9, 0.07, 70)],
      ]),
    ) +
    glow(430, 190, 130, 60) +
    circle(430, 188, 34, c(0.97, 0.06, 80)) +
    rect(
      0,
      200,
      600,
      200,
      linear([
        [0, c(0.62, 0.09, 220)],
        [1, c(0.22, 0.07, 245)],
      ]),
    ) +
    shape('M150 204L206 112L258 84L322 150L372 204Z', c(0.97, 0.015, 220)) +
    shape('M258 84L322 150L372 204H292Z', c(0.84, 0.04, 225)) +
    shape('M132 204H394L430 262L352 360L268 388L176 322Z', c(0.86, 0.08, 205, 0.55)) +
    shape('M292 204H394L430 262L352 360L300 300Z', c(0.6, 0.1, 225, 0.5)) +
    times(9, (i) => rect(380 + i * 6, 208 + i * 9, 90 - i * 8, 3, c(0.97, 0.07, 75, 0.8 - i * 0.07), 'rx="1.5"')),
  lane: () =>
    ground(
      linear([
        [0, c(0.82, 0.09, 220)],
        [0.45, c(0.93, 0.05, 90)],
      ]),
    ) +
    shape('M0 176H600V400H0Z', c(0.66, 0.15, 135)) +
    shape('M256 176H344L520 400H80Z', c(0.55, 0.16, 28)) +
    shape('M256 176H264L110 400H80Z', c(0.96, 0.01, 90)) +
    shape('M336 176H344L520 400H490Z', c(0.96, 0.01, 90)) +
    times(4, (i) => rect(296 - i * 3, 190 + i * i * 14 + i * 12, 8 + i * 6, 12 + i * 14, c(0.97, 0.02, 90))) +
    times(7, (i) => {
      const k = 0.2 + i * 0.17
      const y = 176 + i * i * 4.6
      return [-1, 1]
        .map(
          (side) =>
            rect(300 + side * (74 + i * i * 12 + i * 14) - 4 * k, y - 110 * k, 8 * k, 116 * k, c(0.4, 0.06, 60)) +
            circle(300 + side * (74 + i * i * 12 + i * 14), y - 130 * k, 46 * k, c(0.5 + i * 0.02, 0.13, 145)),
        )
        .join('')
    }),
  maze() {
    const rings = times(9, (i) => {
      const r = 24 + i * 21
      const gap = 0.5 + i * 1.9
      const [x1, y1, x2, y2] = [
        300 + r * Math.cos(gap),
        200 + r * Math.sin(gap),
        300 + r * Math.cos(gap - 0.32),
        200 + r * Math.sin(gap - 0.32),
      ]
      return stroke(`M${x1} ${y1}A${r} ${r} 0 1 1 ${x2} ${y2}`, c(0.93 - i * 0.02, 0.1, 95 + i * 12), 8)
    })
    return (
      ground(
        linear([
          [0, c(0.42, 0.14, 300)],
          [1, c(0.3, 0.12, 270)],
        ]),
      ) +
      rings +
      circle(300, 200, 11, c(0.75, 0.19, 40)) +
      glow(300, 200, 60, 60)
    )
  },
}
