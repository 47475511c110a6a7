/**
 * Runs in the page before anything of it does, and notes when pixels or the document last changed. A canvas is "drawn"
 * once per animation frame in which it got a drawing call; "painted" is the end of the frame that shows the last such
 * change.
 */
export interface ProbeReport {
  /** ms since the page began to load (or since `begin`), of the end of the frame with the last change. */
  readonly paintedMs: number
  /** Frames in which each canvas of the document was drawn since `begin`, in document order. */
  readonly draws: readonly number[]
  readonly longTasks: {
    readonly count: number
    readonly ms: number
    readonly longestMs: number
    readonly blockingMs: number
  }
}

export interface Probe {
  /** Forgets what it has seen; times count from now. */
  begin(): void
  /**
   * ms since the last change of pixels or document; 0 before the first change since `begin` and while a part of the
   * page says that it is busy (`aria-busy`, a progress circle): a pause between the question and the answer is no end.
   */
  quietMs(): number
  report(): ProbeReport
}

declare global {
  interface Window {
    boardProbe: Probe
  }
}

/** Given to `addInitScript`: uses nothing from outside itself. */
export function installProbe(): void {
  const DRAWING = [
    'fill',
    'stroke',
    'fillRect',
    'strokeRect',
    'fillText',
    'strokeText',
    'drawImage',
    'putImageData',
  ] as const
  const LONG_TASK_FREE_MS = 50
  let origin = 0
  let frame = 0
  let insideFrame = false
  let lastChangeAt = 0
  let changedInFrame = -1
  let paintedAt = 0
  let tasks: { start: number; duration: number }[] = []
  let drawn = new Map<HTMLCanvasElement, Set<number>>()

  /** The frame that will show what happens now: this one while its callbacks run, else the next. */
  const showingFrame = () => (insideFrame ? frame : frame + 1)
  const changed = () => {
    lastChangeAt = performance.now()
    changedInFrame = showingFrame()
  }

  for (const method of DRAWING) {
    const original = CanvasRenderingContext2D.prototype[method] as (...args: unknown[]) => void
    Object.defineProperty(CanvasRenderingContext2D.prototype, method, {
      configurable: true,
      writable: true,
      value(this: CanvasRenderingContext2D, ...args: unknown[]) {
        const frames = drawn.get(this.canvas) ?? new Set<number>()
        drawn.set(this.canvas, frames.add(showingFrame()))
        if (this.canvas.isConnected) changed()
        return original.apply(this, args)
      },
    })
  }

  const native = window.requestAnimationFrame.bind(window)
  const within = <T>(run: () => T): T => {
    insideFrame = true
    try {
      return run()
    } finally {
      insideFrame = false
    }
  }
  window.requestAnimationFrame = (callback) => native((time) => within(() => callback(time)))
  const NativeResizeObserver = window.ResizeObserver
  // Its callbacks run between the animation callbacks and the paint, so what they draw is shown by this same frame.
  window.ResizeObserver = class extends NativeResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super((entries, observer) => within(() => callback(entries, observer)))
    }
  }

  const afterPaint = new MessageChannel()
  afterPaint.port1.addEventListener('message', ({ data }: MessageEvent<number>) => {
    if (data >= changedInFrame && paintedAt < lastChangeAt) paintedAt = performance.now()
  })
  afterPaint.port1.start()
  // The first callback of every frame, because it asks for the next one before any other can.
  const tick = () => {
    native(tick)
    frame++
    afterPaint.port2.postMessage(frame)
  }
  native(tick)

  // Not a panel: links in the head to files that an idle page fetches ahead, and the bar above Compare, which learns
  // the last login later.
  const isElsewhere = (target: Node) =>
    document.head.contains(target) ||
    (target instanceof Element ? target : target.parentElement)?.closest('header:has(nav)') != null
  new MutationObserver((records) => {
    if (records.some(({ target }) => !isElsewhere(target))) changed()
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration })
  })
  observer.observe({ type: 'longtask', buffered: true })

  window.boardProbe = {
    begin() {
      origin = performance.now()
      lastChangeAt = origin
      paintedAt = origin
      changedInFrame = -1
      tasks = []
      drawn = new Map()
    },
    quietMs() {
      if (lastChangeAt <= origin || document.querySelector('[aria-busy="true"], [role="progressbar"]') !== null)
        return 0
      return performance.now() - Math.max(lastChangeAt, paintedAt)
    },
    report() {
      for (const { startTime, duration } of observer.takeRecords()) tasks.push({ start: startTime, duration })
      const counted = tasks.filter(({ start }) => start >= origin && start <= paintedAt)
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      return {
        paintedMs: paintedAt - origin,
        draws: [...document.querySelectorAll('canvas')].map((canvas) => drawn.get(canvas)?.size ?? 0),
        longTasks: {
          count: counted.length,
          ms: sum(counted.map(({ duration }) => duration)),
          longestMs: Math.max(0, ...counted.map(({ duration }) => duration)),
          blockingMs: sum(counted.map(({ duration }) => duration - LONG_TASK_FREE_MS)),
        },
      }
    },
  }
}
