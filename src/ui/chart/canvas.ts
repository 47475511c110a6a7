/** A scene on a canvas of the page, and the same scene again in a picture. */
import { paintScene } from './paint.ts'
import type { Scene } from './scene-types.ts'

/** Makes the scene for so many pixels of a canvas per pixel of the page. */
export type MakeScene = (ratio: number) => Scene

const shown = new WeakMap<HTMLCanvasElement, MakeScene>()

/** On paper a pixel of the page is several dots. */
const PRINT_RATIO = 3
const ratioNow = () => (matchMedia('print').matches ? Math.max(PRINT_RATIO, devicePixelRatio) : devicePixelRatio)

/** Sizes the canvas to the scene and paints it, once. */
export function showScene(canvas: HTMLCanvasElement, make: MakeScene): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const ratio = ratioNow()
  const scene = make(ratio)
  const [width, height] = [Math.round(scene.width * ratio), Math.round(scene.height * ratio)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  // Exactly as many pixels as the screen has there: any other size is drawn again, and blurred.
  canvas.style.width = `${width / ratio}px`
  canvas.style.height = `${height / ratio}px`
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, scene.width, scene.height)
  paintScene(context, scene)
  shown.set(canvas, make)
}

/**
 * Paints what a canvas shows into a finer context, whose unit is a pixel of the page. False when the canvas is none of
 * ours.
 */
export function paintAgain(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, ratio: number): boolean {
  const make = shown.get(canvas)
  if (make !== undefined) paintScene(context, make(ratio))
  return make !== undefined
}
