/**
 * Our contestant: the product's engine, widgets, texts, workers and styles; only the sources are static and there is no
 * filter bar, as with Perses.
 */
import { type CheckedLayout, loadChecked } from '#engine'
import { initTexts } from '#i18n'
import { widgets, widgetTexts } from '#widgets'
import { createDataPool } from '#workers/data'
import { dashboardOf, draw, LANGUAGE } from './draw.tsx'
import { staticSources } from './sources.ts'

const bundles = Promise.all([initTexts(LANGUAGE, ['dashboards']), widgetTexts(LANGUAGE)])
const compute = createDataPool()
// As the product does: a worker takes longer to start than the first answer to arrive.
void compute.adopt({ columns: [], data: [], rows: 0 }).then(
  ({ id }) => compute.release(id),
  () => undefined,
)
const sources = staticSources((frame) => compute.adopt(frame))
// As the product does: the document was read and checked when the page was built.
const [board] = Object.values(import.meta.glob<CheckedLayout>('./layout.ts', { query: '?checked', eager: true }))
if (board === undefined) throw new Error('The build has no document.')
const layout = loadChecked(board, { widgets, sources })
// As the product does: the views' code sets off with the document.
for (const widget of layout.model.widgets.values()) if (widget.kind === 'live') void widget.definition.load()

// As the product does: not awaited at the top, where the views' chunks, which share this one, would wait for it.
void bundles.then(([, own]) => {
  const dashboard = dashboardOf({ layout, sources, compute })
  window.boardChange = (filter) => dashboard.setParam('filter', filter)
  draw(dashboard, own)
})
