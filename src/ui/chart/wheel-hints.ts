/** When a reader who turns the wheel over a chart is told which key zooms. Pure: the browser's events come in. */

/** Turns that follow each other sooner are one: a trackpad sends one for every frame. */
const PAUSE_MS = 400
/** Times that one visit of the page hears it. */
const MAX_SHOWN = 3

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'shiftKey' | 'altKey'>

export interface WheelHints {
  /** Any wheel of the page, also beside charts: before `isWanted` is asked for the same one. */
  turned(event: Pick<WheelEvent, 'timeStamp'>): void
  /** Whether the last of them, over a chart that zooms, is told how. */
  isWanted(turn: Turn): boolean
  /** The reader has zoomed with the wheel, and needs no hint any more. */
  zoomed(): void
  forget(): void
}

export function createWheelHints(): WheelHints {
  let shown = 0
  let isKnown = false
  let last = Number.NEGATIVE_INFINITY
  let isBegin = false
  return {
    turned({ timeStamp }) {
      // A page that is scrolled past a chart is not asked to zoom it.
      isBegin = timeStamp - last > PAUSE_MS
      last = timeStamp
    },
    isWanted({ deltaX, deltaY, shiftKey, altKey }) {
      const isPlain = Math.abs(deltaY) > Math.abs(deltaX) && !shiftKey && !altKey
      if (!isBegin || !isPlain || isKnown || shown >= MAX_SHOWN) return false
      shown += 1
      isBegin = false
      return true
    },
    zoomed() {
      isKnown = true
    },
    forget() {
      ;[shown, isKnown, last, isBegin] = [0, false, Number.NEGATIVE_INFINITY, false]
    },
  }
}
