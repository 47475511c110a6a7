/**
 * Colours written `#rrggbb`: their contrast (WCAG 2.2, relative luminance), and lighter ones for dark
 * surfaces.
 */

const channels = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
const toHex = (values: readonly number[]) =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** From the value of a screen to the amount of light, both 0 to 1. */
const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** 0 for black, 1 for white. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) => linear(value / 255)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1 (the same) to 21 (black on white), whichever is named first. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Lightness 0 to 1 and the two axes of colour in OKLab (B. Ottosson, "A perceptual color space for image processing").
 */
type Lab = readonly [lightness: number, a: number, b: number]

const encoded = (value: number) => (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function toLab(hex: string): Lab {
  const [r, g, b] = channels(hex).map((value) => linear(value / 255)) as [number, number, number]
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ]
}

/** Null when no screen colour is that. */
function fromLab([lightness, a, b]: Lab): string | null {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  const rgb = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ].map((value) => encoded(value) * 255)
  return rgb.some((value) => value < -0.5 || value > 255.5 || Number.isNaN(value))
    ? null
    : toHex(rgb.map((value) => Math.min(255, Math.max(0, value))))
}

/**
 * The colour with this lightness, in the same hue and as strong as a screen can show it, but not stronger than it was.
 */
function withLightness([, a, b]: Lab, lightness: number): string {
  for (let strength = 1; strength > 0; strength -= 0.02) {
    const hex = fromLab([lightness, a * strength, b * strength])
    if (hex !== null) return hex
  }
  return fromLab([lightness, 0, 0]) ?? '#ffffff'
}

/** The colour, made lighter until it has at least this contrast on a dark surface; it keeps its hue. */
export function lighterUntil(hex: string, surface: string, least: number): string {
  if (contrast(hex, surface) >= least && luminance(hex) > luminance(surface)) return hex
  const lab = toLab(hex)
  for (let lightness = lab[0]; lightness < 1; lightness += 0.01) {
    const lighter = withLightness(lab, lightness)
    if (luminance(lighter) > luminance(surface) && contrast(lighter, surface) >= least) return lighter
  }
  return '#ffffff'
}
