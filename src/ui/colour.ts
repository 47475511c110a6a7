/**
 * Colour arithmetic behind the tokens: contrast, mixing, and how colours look to colour-blind readers. Pure; used by
 * tests and tools.
 */
export type Rgb = readonly [number, number, number]

/** `#rrggbb` as 0..1. */
export function rgbOf(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim())
  if (match === null) throw new Error(`rgbOf: ${hex} is no #rrggbb colour`)
  return [1, 2, 3].map((group) => Number.parseInt(match[group] ?? '', 16) / 255) as unknown as Rgb
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const gamma = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * Math.max(channel, 0) ** (1 / 2.4) - 0.055
const map = (rgb: Rgb, change: (channel: number) => number): Rgb => [change(rgb[0]), change(rgb[1]), change(rgb[2])]
const times = (m: readonly Rgb[], v: Rgb): Rgb =>
  m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Rgb

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [r, g, b] = map(rgb, linear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(rgbOf(a)), luminance(rgbOf(b))].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** OKLab (B. Ottosson, 2020), which `color-mix(in oklab, …)` uses too. */
function oklab(rgb: Rgb): Rgb {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    map(rgb, linear),
  )
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    map(lms, Math.cbrt),
  )
}

function fromOklab(lab: Rgb): Rgb {
  const lms = map(
    times(
      [
        [1, 0.3963377774, 0.2158037573],
        [1, -0.1055613458, -0.0638541728],
        [1, -0.0894841775, -1.291485548],
      ],
      lab,
    ),
    (channel) => channel ** 3,
  )
  return map(
    times(
      [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.707614701],
      ],
      lms,
    ),
    gamma,
  )
}

/** `color-mix(in oklab, a share, b)`; share 0..1. */
export function mix(a: string, share: number, b: string): string {
  const [from, to] = [oklab(rgbOf(a)), oklab(rgbOf(b))]
  return hexOf(
    fromOklab([0, 1, 2].map((index) => (from[index] ?? 0) * share + (to[index] ?? 0) * (1 - share)) as unknown as Rgb),
  )
}

export type Vision = 'normal' | 'protan' | 'deutan' | 'tritan'

/** Complete colour blindness (Machado, Oliveira and Fernandes 2009, severity 1.0), on linear light. */
const BLIND: Readonly<Record<Exclude<Vision, 'normal'>, readonly Rgb[]>> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

export function seenBy(vision: Vision, colour: string): string {
  if (vision === 'normal') return colour
  return hexOf(map(times(BLIND[vision], map(rgbOf(colour), linear)), gamma))
}

/** Distance in OKLab times 100: about 2 is just noticeable side by side. */
export function distance(a: string, b: string): number {
  const [from, to] = [oklab(rgbOf(a)), oklab(rgbOf(b))]
  return 100 * Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2])
}
