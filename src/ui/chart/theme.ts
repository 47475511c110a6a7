/** The chart theme is the page's CSS variables, resolved to plain colours. Read again when theme or brand change. */

export const TONES = 7
/** Tone of what did not fit into seven. */
export const OTHERS = -1

export interface ChartTheme {
  readonly tones: readonly string[]
  readonly others: string
  /** The tones of the reference period: the same hue, lighter. */
  readonly referenceTones: readonly string[]
  readonly referenceOthers: string
  /** Lines are thin, so theirs keep more of the hue. */
  readonly referenceLineTones: readonly string[]
  readonly text: string
  readonly muted: string
  readonly gridLine: string
  readonly axisLine: string
  readonly gap: string
  readonly background: string
  readonly font: string
  readonly fontSize: number
}

/** Any CSS colour (also `color-mix`, `light-dark`, `oklab`) as `#rrggbb`, which is what the chart library can read. */
function resolver(host: HTMLElement) {
  const probe = document.createElement('span')
  probe.hidden = true
  host.append(probe)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pixel = canvas.getContext('2d', { willReadFrequently: true })
  const hex = (css: string): string => {
    probe.style.color = ''
    probe.style.color = css
    if (pixel === null) return getComputedStyle(probe).color
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = getComputedStyle(probe).color
    pixel.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = pixel.getImageData(0, 0, 1, 1).data
    return `#${[r, g, b].map((n) => n.toString(16).padStart(2, '0')).join('')}`
  }
  return { hex, done: () => probe.remove() }
}

/** Reads the theme where `host` stands, so that a subtree with its own `data-theme` gets its own colours. */
export function readTheme(host: HTMLElement, own: readonly string[] = []): ChartTheme {
  const { hex, done } = resolver(host)
  const tone = (index: number) => own[index] ?? `var(--tone-${index})`
  const lighter = (css: string, share = 42) => `color-mix(in oklab, ${css} ${share}%, var(--raised))`
  const indices = Array.from({ length: TONES }, (_, index) => index)
  const style = getComputedStyle(host)
  const theme: ChartTheme = {
    tones: indices.map((index) => hex(tone(index))),
    others: hex('var(--tone-others)'),
    referenceTones: indices.map((index) => hex(lighter(tone(index)))),
    referenceOthers: hex(lighter('var(--tone-others)')),
    referenceLineTones: indices.map((index) => hex(lighter(tone(index), 64))),
    text: hex('var(--text)'),
    muted: hex('var(--muted)'),
    gridLine: hex('var(--grid-line)'),
    axisLine: hex('var(--axis-line)'),
    gap: hex('var(--gap)'),
    background: hex('var(--raised)'),
    font: style.fontFamily,
    fontSize: 0.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  }
  done()
  return theme
}

export function toneOf(theme: ChartTheme, tone: number, period: 'comparing' | 'reference' = 'comparing', mark: 'bar' | 'line' = 'bar'): string {
  const isOthers = tone < 0 || tone >= TONES
  if (period === 'reference' && mark === 'line' && !isOthers) return theme.referenceLineTones[tone] ?? theme.others
  if (period === 'reference') return (isOthers ? theme.referenceOthers : theme.referenceTones[tone]) ?? theme.others
  return (isOthers ? theme.others : theme.tones[tone]) ?? theme.others
}

const hatches = new Map<string, HTMLCanvasElement>()

/** Diagonal stripes of a colour over its paler self: a stretch that is not over yet. 8 px tile, so it joins without seams. */
export function hatch(colour: string, background: string): HTMLCanvasElement {
  const key = `${colour}|${background}`
  let tile = hatches.get(key)
  if (tile === undefined) {
    tile = document.createElement('canvas')
    tile.width = tile.height = 12
    const context = tile.getContext('2d')
    if (context !== null) {
      context.fillStyle = background
      context.fillRect(0, 0, 12, 12)
      context.strokeStyle = colour
      context.lineWidth = 3.2
      context.lineCap = 'square'
      for (const shift of [-12, 0, 12]) {
        context.beginPath()
        context.moveTo(shift - 2, 14)
        context.lineTo(shift + 14, -2)
        context.stroke()
      }
    }
    hatches.set(key, tile)
  }
  return tile
}
