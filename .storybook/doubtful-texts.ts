/**
 * Texts of a page whose contrast has to be looked at. What plainly is on one colour far enough from its own needs
 * no look, and that is nearly every text; axe, which looks at all that may lie over or under each, takes most of its
 * time for them.
 */

/** Red, green and blue from 0 to 1, and how much of what is under it shows: 1 nothing. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** The contrast that WCAG requires of small text; axe handles large text, which needs less. */
const ENOUGH = 4.5
/** As a browser draws where nothing has a colour. */
const PAPER: Colour = [1, 1, 1, 1]
const DRAWN = new Set(['IMG', 'CANVAS', 'svg', 'VIDEO', 'IFRAME'])
/** Their content is not their own text. */
const WITH_VALUE = new Set(['INPUT', 'SELECT', 'TEXTAREA'])
/** Boxes that share an edge do not meet. */
const EDGE_PX = 0.5

function hasOwnText(element: Element): boolean {
  if (WITH_VALUE.has(element.nodeName)) return true
  for (let node = element.firstChild; node !== null; node = node.nextSibling)
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '') return true
  return false
}

/** From what CSS mixes colours in to what is drawn (CSS Color 4); outside of what a screen can show it is cut off. */
function fromOklab(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((one) => Math.min(1, Math.max(0, one <= 0.0031308 ? one * 12.92 : 1.055 * one ** (1 / 2.4) - 0.055)))
}

/** A computed colour; null for a way of writing that is not known here. */
export function colourOf(text: string): Colour | null {
  const [, name = '', inside = ''] = /^(rgba?|color|oklab)\((?:srgb )?([\d.e\s,/-]+)\)$/.exec(text) ?? []
  const numbers = inside.split(/[\s,/]+/).map(Number)
  const [first, second, third, alpha = 1] = numbers
  if (first === undefined || second === undefined || third === undefined || numbers.some(Number.isNaN)) return null
  const most = name.startsWith('rgb') ? 255 : 1
  const [red, green, blue] = name === 'oklab' ? fromOklab(first, second, third) : [first, second, third]
  return [red! / most, green! / most, blue! / most, alpha]
}

const over = ([r, g, b, alpha]: Colour, [red, green, blue]: Colour): Colour => {
  const mixed = (one: number, under: number) => one * alpha + under * (1 - alpha)
  return [mixed(r, red), mixed(g, green), mixed(b, blue), 1]
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** The contrast of two opaque colours as WCAG counts it, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const holds = (outer: DOMRect, inner: DOMRect) =>
  inner.left >= outer.left - EDGE_PX &&
  inner.right <= outer.right + EDGE_PX &&
  inner.top >= outer.top - EDGE_PX &&
  inner.bottom <= outer.bottom + EDGE_PX

/** Its text overflows its box. */
const spills = (element: Element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1

/** An element and its box, read once. */
interface Box {
  readonly element: Element
  readonly rect: DOMRect
}
/**
 * Behind an element: a colour within a box, or on the whole page; null where it cannot be distinguished from its
 * surroundings, `mixed` where this holds for all elements inside, in any colour.
 */
type Ground = { readonly colour: Colour; readonly rect: DOMRect | null } | 'mixed' | null

function groundOf(around: Ground, style: CSSStyleDeclaration, { rect }: Box): Ground {
  const { opacity, mixBlendMode, filter } = style
  if (around === 'mixed' || opacity !== '1' || mixBlendMode !== 'normal' || filter !== 'none') return 'mixed'
  if (style.backgroundImage !== 'none') return null
  const own = colourOf(style.backgroundColor)
  if (own === null) return null
  if (own[3] === 1) return { colour: own, rect }
  if (own[3] === 0 || around === null) return around
  return around.rect === null || holds(around.rect, rect) ? { colour: over(own, around.colour), rect } : null
}

/** The texts that something painted lies over or under which is not around them. */
function crossed(texts: readonly Box[], painted: readonly Box[]): Element[] {
  const fromTop = painted.toSorted((a, b) => a.rect.top - b.rect.top)
  const isCrossed = ({ element, rect }: Box) => {
    for (const one of fromTop) {
      if (one.rect.top >= rect.bottom - EDGE_PX) return false
      if (one.rect.bottom <= rect.top + EDGE_PX) continue
      if (one.rect.left >= rect.right - EDGE_PX || one.rect.right <= rect.left + EDGE_PX) continue
      if (!one.element.contains(element) && !element.contains(one.element)) return true
    }
    return false
  }
  return texts.filter(isCrossed).map(({ element }) => element)
}

/** The visible elements with own text below `root`, without those that are clearly legible. */
export function doubtfulTexts(root: Element): Element[] {
  const grounds = new Map<Element, Ground>()
  const painted: Box[] = []
  const plain: Box[] = []
  const doubtful: Element[] = []
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!element.checkVisibility()) continue
    const style = getComputedStyle(element)
    const box = { element, rect: element.getBoundingClientRect() }
    const around = element === root ? { colour: PAPER, rect: null } : (grounds.get(element.parentElement!) ?? null)
    const ground = groundOf(around, style, box)
    // The whole page is drawn in the colour of its body.
    const isOfPage = element === root && ground !== null && ground !== 'mixed'
    grounds.set(element, isOfPage ? { ...ground, rect: null } : ground)
    const isPainted = style.backgroundImage !== 'none' || colourOf(style.backgroundColor)?.[3] !== 0
    if (isPainted || DRAWN.has(element.nodeName)) painted.push(box)
    if (!hasOwnText(element)) continue
    const colour = colourOf(style.color)
    const isOnGround = ground !== null && ground !== 'mixed' && (ground.rect === null || holds(ground.rect, box.rect))
    const isPlain =
      isOnGround &&
      !spills(element) &&
      colour !== null &&
      style.textShadow === 'none' &&
      contrast(over(colour, ground.colour), ground.colour) >= ENOUGH
    if (isPlain) plain.push(box)
    else doubtful.push(element)
  }
  return [...doubtful, ...crossed(plain, painted)]
}
