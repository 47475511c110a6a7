/**
 * What a computed colour is called, however it is written: a rule that says "red" is held by red, not by the name of a
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

/** Grey is what has hardly any hue; red and green are clearly ahead of both others. */
export function colourName(colour: string): ColourName {
  const [red, green, blue] = channels(colour)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 24) return 'gray'
  if (red > 1.4 * Math.max(green, blue)) return 'red'
  return green > 1.15 * Math.max(red, blue) ? 'green' : 'other'
}
