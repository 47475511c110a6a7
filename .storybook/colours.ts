/**
 * The name of a computed colour in any notation: a rule that says "red" is held by red, not by the name of a
 * variable.
 */

export type ColourName = 'red' | 'green' | 'gray' | 'other'

/** Red, green and blue from 0 to 255 as the browser draws them. */
function channels(colour: string): [number, number, number] {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('There is no canvas.')
  pen.fillStyle = colour
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** Grey is what has hardly any hue; amber (from 20 degrees on) is not red, nor is teal green. */
export function colourName(colour: string): ColourName {
  const [red, green, blue] = channels(colour)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most - least < 24) return 'gray'
  const hue = hueOf(red, green, blue)
  if (hue < 20 || hue > 340) return 'red'
  return hue > 80 && hue < 170 ? 'green' : 'other'
}

/** In degrees: red 0, green 120, blue 240. */
function hueOf(red: number, green: number, blue: number): number {
  const [most, span] = [Math.max(red, green, blue), Math.max(red, green, blue) - Math.min(red, green, blue)]
  const sixths =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  return (sixths * 60 + 360) % 360
}
