/** A board that repeats a chart over 50 locals: one question, one frame, and a window that scrolls over all of them. */
import { fromRows } from '#domain/frame-build'
import { loadLayout } from '#engine/core/graph/validate'
import type { SourceDefinition, SourceRegistry } from '#engine/types'
import { initTexts } from '#i18n'
import { widgetTexts } from '#widgets'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { createDataPool } from '#workers/data'
import { dashboardOf, draw, LANGUAGE } from '../ours/draw.tsx'

const LOCALS = 50
const DAYS = 28
const FIRST_DAY = 19_700

const compute = createDataPool()
/** Sources that were asked, in order. */
const asked: string[] = []
const stores = fromRows(
  [
    { id: 'id', type: 'int', role: 'dim', unit: 'id' },
    { id: 'name', type: 'text', role: 'dim' },
  ],
  Array.from({ length: LOCALS }, (_, at) => [at + 1, `Store ${String(at + 1).padStart(3, '0')}`]),
)
const days = fromRows(
  [
    { id: 'local', type: 'int', role: 'dim', unit: 'id' },
    { id: 'day', type: 'day', role: 'dim', unit: 'day' },
    { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
  ],
  Array.from({ length: LOCALS * DAYS }, (_, at) => {
    const [local, day] = [Math.floor(at / DAYS), at % DAYS]
    return [local + 1, FIRST_DAY + day, 200 + ((local * 37 + day * 91) % 400)]
  }),
)
const source = (name: string, frame: typeof days): SourceDefinition => ({
  name,
  args: {},
  columns: frame.columns,
  timeoutMs: 10_000,
  lane: 'widget',
  load() {
    asked.push(name)
    return compute.adopt(frame)
  },
})
const sources: SourceRegistry = new Map(
  [source('bench.stores', stores), source('bench.days', days)].map((one) => [one.name, one]),
)
const layout = loadLayout(
  {
    format: 1,
    _id: 'bench-repeat',
    name: 'Repeat',
    params: {},
    queries: { stores: { source: 'bench.stores' }, days: { source: 'bench.days' } },
    widgets: {
      course: {
        type: 'bar-chart',
        v: 1,
        title: 'Entries',
        data: { rows: { query: 'days' } },
        options: { category: 'day', measures: ['ins'], direction: 'vertical' },
        repeat: { query: 'stores', value: 'id', label: 'name', column: 'local', most: LOCALS },
      },
    },
    layout: { sections: [{ id: 'all', widgets: ['course'] }] },
    grids: { large: { course: { x: 0, y: 0, w: 6, h: 6 } } },
  },
  { widgets, sources },
)
const errors = layout.issues.filter(({ severity }) => severity === 'error')
if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join(' '))

window.repeatBench = {
  asked,
  async scroll(pixels) {
    const frame = () => new Promise<number>((next) => requestAnimationFrame(next))
    const down = scrollY === 0
    const end = () => (down ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY === 0)
    const intervals: number[] = []
    let last = await frame()
    while (!end()) {
      scrollBy(0, down ? pixels : -pixels)
      const now = await frame()
      intervals.push(now - last)
      last = now
    }
    return intervals
  },
}

void Promise.all([initTexts(LANGUAGE, ['dashboards']), widgetTexts(LANGUAGE)]).then(([, own]) => {
  draw(dashboardOf({ layout, sources, compute }), own)
})
