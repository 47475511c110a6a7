/**
 * A picture of a part of the page as it stands: backgrounds, rules, canvases, SVG and words, each painted where the
 * browser has put it. Not a browser: what a dashboard's widgets are made of, and nothing more. What is scrolled away or
 * hidden is left out.
 */
import { paintDrawing as paintChartOf } from './drawing.ts'

const SCALE = 2
const PAD = 16
const HEAD = 34

/** What gives a shape its look, copied into the drawing because a picture of an SVG does not see the page's sheets. */
const LOOK = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'height',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Null where there is nothing to paint on. `title` stands over the picture; parts marked `data-print="hide"` are left
 * out.
 */
export async function pictureOfElement(title: string, element: HTMLElement): Promise<Blob | null> {
  const frame = element.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  const paint = canvas.getContext('2d')
  if (paint === null || frame.width === 0 || frame.height === 0) return null
  canvas.width = Math.round((frame.width + 2 * PAD) * SCALE)
  canvas.height = Math.round((frame.height + HEAD + 2 * PAD) * SCALE)
  paint.scale(SCALE, SCALE)
  const style = getComputedStyle(element)
  paint.fillStyle = backgroundOf(element)
  paint.fillRect(0, 0, canvas.width, canvas.height)
  paint.textBaseline = 'alphabetic'
  paint.fillStyle = style.color
  paint.font = `640 15px ${style.fontFamily}`
  paint.fillText(title, PAD, PAD + 16)
  paint.translate(PAD - frame.left, PAD + HEAD - frame.top)
  await paintElement(element, paint, frame)
  return new Promise((done) => {
    canvas.toBlob(done, 'image/png')
  })
}

async function paintElement(element: Element, paint: CanvasRenderingContext2D, clip: Box): Promise<void> {
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  if (
    style.display === 'none' ||
    style.visibility === 'hidden' ||
    style.opacity === '0' ||
    isTucked(style) ||
    element.matches('[data-print="hide"]')
  )
    return
  if (style.display !== 'contents' && box.width > 0 && !overlaps(box, clip)) return
  if (element instanceof HTMLElement && element.matches('[data-drawing]')) return paintChart(element, box, paint)
  if (element instanceof HTMLCanvasElement) return paintCanvas(element, box, paint)
  if (element instanceof SVGSVGElement) return paintDrawing(element, box, paint)
  paintBox(style, box, paint)
  const inner = style.overflowX === 'visible' || style.display === 'contents' ? clip : overlap(clip, box)
  for (const child of element.childNodes) {
    if (child instanceof Text) paintWords(child, style, paint, inner)
    // One after the other: what comes later stands on what came before.
    // oxlint-disable-next-line no-await-in-loop
    else if (child instanceof Element) await paintElement(child, paint, inner)
  }
}

/** Our charts are painted again, as fine as the picture. */
function paintChart(host: HTMLElement, { left, top }: DOMRect, paint: CanvasRenderingContext2D) {
  paint.save()
  paint.translate(Math.round(left), Math.round(top))
  paintChartOf(host, paint, SCALE)
  paint.restore()
}

/** From a canvas that is no chart there are only its pixels. */
function paintCanvas(
  canvas: HTMLCanvasElement,
  { left, top, width, height }: DOMRect,
  paint: CanvasRenderingContext2D,
) {
  paint.save()
  paint.translate(Math.round(left), Math.round(top))
  if (canvas.width > 0) paint.drawImage(canvas, 0, 0, width, height)
  paint.restore()
}

/** There for readers of the screen only. */
const isTucked = ({ clipPath, position, width }: CSSStyleDeclaration) =>
  position === 'absolute' && (clipPath !== 'none' || width === '1px')

const overlaps = (a: Box, b: Box) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

function backgroundOf(element: Element | null): string {
  for (let at = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!isClear(backgroundColor)) return backgroundColor
  }
  return 'Canvas'
}

const isClear = (colour: string) => colour === 'transparent' || /[,/]\s*0\)$/.test(colour)

function paintBox(style: CSSStyleDeclaration, { left, top, width, height }: DOMRect, paint: CanvasRenderingContext2D) {
  if (!isClear(style.backgroundColor)) {
    paint.fillStyle = style.backgroundColor
    paint.beginPath()
    paint.roundRect(
      left,
      top,
      width,
      height,
      Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2),
    )
    paint.fill()
  }
  const rule = (thick: string, kind: string, colour: string, x: number, y: number, w: number, h: number) => {
    if (kind === 'none' || Number.parseFloat(thick) === 0 || isClear(colour)) return
    paint.fillStyle = colour
    paint.fillRect(x, y, w, h)
  }
  const [above, below, before, after] = [
    style.borderTopWidth,
    style.borderBottomWidth,
    style.borderLeftWidth,
    style.borderRightWidth,
  ].map((thick) => Number.parseFloat(thick)) as [number, number, number, number]
  rule(style.borderTopWidth, style.borderTopStyle, style.borderTopColor, left, top, width, above)
  rule(
    style.borderBottomWidth,
    style.borderBottomStyle,
    style.borderBottomColor,
    left,
    top + height - below,
    width,
    below,
  )
  rule(style.borderLeftWidth, style.borderLeftStyle, style.borderLeftColor, left, top, before, height)
  rule(style.borderRightWidth, style.borderRightStyle, style.borderRightColor, left + width - after, top, after, height)
}

/** A figure, or a run of anything else that has no space. */
const PIECES = /\d|[^\s\d]+/g
const isFigure = (piece: string) => piece >= '0' && piece <= '9'

/**
 * Word by word, because the browser has broken the lines already. Figures stand alone: on the page they are all equally
 * wide, which a canvas cannot be told.
 */
function paintWords(text: Text, style: CSSStyleDeclaration, paint: CanvasRenderingContext2D, clip: Box) {
  paint.fillStyle = style.color
  paint.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  paint.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing
  const range = document.createRange()
  for (const { 0: word, index } of text.data.matchAll(PIECES)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || !overlaps(box, clip)) continue
    const { width, fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = paint.measureText(word)
    paint.save()
    paint.beginPath()
    paint.rect(clip.left, clip.top, clip.right - clip.left, clip.bottom - clip.top)
    paint.clip()
    paint.fillText(
      word,
      box.left + Math.max(0, isFigure(word) ? (box.width - width) / 2 : 0),
      (box.top + box.bottom + ascent - descent) / 2,
    )
    paint.restore()
  }
}

async function paintDrawing(drawing: SVGSVGElement, box: DOMRect, paint: CanvasRenderingContext2D): Promise<void> {
  if (box.width === 0 || box.height === 0) return
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const shapes = [drawing, ...drawing.querySelectorAll<SVGElement>('*')]
  for (const [at, shape] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const look = getComputedStyle(shapes[at] as SVGElement)
    for (const name of LOOK) shape.style.setProperty(name, look.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  paint.drawImage(picture, box.left, box.top, box.width, box.height)
}
