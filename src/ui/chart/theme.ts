/** The chart theme is the page's CSS variables, resolved to plain colours. Read again when theme or brand change. */
import { families, rootSize } from './measure.ts'

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

/** Reads the theme where `host` stands, so that a subtree with its own `data-theme` gets its own colours. */
export function readTheme(host: HTMLElement, own: readonly string[] = [], known: KnownColours = new Map()): ChartTheme {
  const isForced = matchMedia('(forced-colors: active)').matches
  // Where the reader's system chooses the colours, it chooses those of text and ground; the tones still tell series
  // apart.
  const role = (name: string, system: string) => (isForced ? system : `var(--${name})`)
  const background = role('raised', 'Canvas')
  const tone = (index: number) => own[index] ?? `var(--tone-${index})`
  const lighter = (css: string, share = 42) => `color-mix(in oklab, ${css} ${share}%, ${background})`
  const indices = Array.from({ length: TONES }, (_, index) => index)
  const tones = indices.map(tone)
  const single = {
    others: 'var(--tone-others)',
    referenceOthers: lighter('var(--tone-others)'),
    text: role('text', 'CanvasText'),
    muted: role('muted', 'CanvasText'),
    gridLine: role('grid-line', 'color-mix(in oklab, CanvasText 25%, Canvas)'),
    axisLine: role('axis-line', 'CanvasText'),
    gap: role('gap', 'CanvasText'),
    background,
  }
  const names = Object.keys(single) as (keyof typeof single)[]
  const colours = resolved(
    host,
    [...tones, ...tones.map((css) => lighter(css)), ...tones.map((css) => lighter(css, 64)), ...Object.values(single)],
    known,
  )
  const at = (name: keyof typeof single) => colours[3 * TONES + names.indexOf(name)] ?? ''
  return {
    tones: colours.slice(0, TONES),
    referenceTones: colours.slice(TONES, 2 * TONES),
    referenceLineTones: colours.slice(2 * TONES, 3 * TONES),
    others: at('others'),
    referenceOthers: at('referenceOthers'),
    text: at('text'),
    muted: at('muted'),
    gridLine: at('gridLine'),
    axisLine: at('axisLine'),
    gap: at('gap'),
    background: at('background'),
    font: families(),
    fontSize: 0.75 * rootSize(),
  }
}

/** What a colour came to in one place, as long as nothing there changes: palettes share most of theirs. */
export type KnownColours = Map<string, string>

/**
 * CSS colours as a canvas can take them, which knows no variables and no scheme; all that are not known yet in one look
 * at the page.
 */
function resolved(host: HTMLElement, colours: readonly string[], known: KnownColours): string[] {
  const wanted = [...new Set(colours)].filter((css) => !known.has(css))
  if (wanted.length > 0) {
    const probe = document.createElement('span')
    probe.hidden = true
    for (const css of wanted) {
      const one = probe.appendChild(document.createElement('span'))
      one.style.setProperty('forced-color-adjust', 'none')
      one.style.color = css
    }
    host.append(probe)
    wanted.forEach((css, at) => known.set(css, getComputedStyle(probe.children[at] as Element).color))
    probe.remove()
  }
  return colours.map((css) => known.get(css) ?? '')
}

export function toneOf(
  theme: ChartTheme,
  tone: number,
  period: 'comparing' | 'reference' = 'comparing',
  mark: 'bar' | 'line' = 'bar',
): string {
  const isOthers = tone < 0 || tone >= TONES
  if (period === 'reference' && mark === 'line' && !isOthers) return theme.referenceLineTones[tone] ?? theme.others
  if (period === 'reference') return (isOthers ? theme.referenceOthers : theme.referenceTones[tone]) ?? theme.others
  return (isOthers ? theme.others : theme.tones[tone]) ?? theme.others
}
