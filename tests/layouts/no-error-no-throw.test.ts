/**
 * A document without errors makes neither the reader nor the editor throw: the dashboards that ship, changed by
 * gestures that an author makes (other values of the same kind, parts copied, taken away and pointed elsewhere, tabs,
 * folds, repeats, links and formulas), run on answers of random rows; every model projects, every file is written,
 * every edit applies. `FUZZ_RUNS=5000 FC_SEED=random npm test -- tests/layouts/no-error-no-throw.test.ts` asks for
 * more.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'
import type { Project, SourceRegistry } from '#engine/types'
import { sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'
import { isRecord } from '../../src/engine/core/document/pointer.ts'
import { loadLayout, saveLayout } from '../../src/engine/core/graph/validate.ts'
import { diffLayouts } from '../../src/engine/core/document/diff.ts'
import { placedGrids } from '../../src/engine/core/document/grids.ts'
import { withCopies } from '../../src/engine/core/document/grid-repeat.ts'
import { createDashboard } from '../../src/engine/core/run/dashboard.ts'
import { projectionContext } from '../../src/engine/core/run/projection.ts'
import { csvOfProjection, csvWords } from '../../src/engine/core/run/projection-csv.ts'
import { sliced, slicesOf } from '../../src/engine/core/run/repeats.ts'
import { withoutMuted } from '../../src/engine/core/run/muted.ts'
import { dashboardOptions, fakeNetwork, fakeUrl, virtualClock } from '../../src/engine/core/test-support/index.ts'
import { createLocalCompute } from '../../workers/local-compute.ts'
import { addTab, moveTab, removeTab } from '../../src/features/editor/model/tabs.ts'
import { moveSection, removeSection } from '../../src/features/editor/model/sections.ts'
import { withoutWidgets } from '../../src/features/editor/model/doc-edits.ts'

const folder = join(import.meta.dirname, '../../layouts')
const widgets = await widgetRegistry()
const named = sourceRegistry()
const documents = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Doc)
const projects = new Map<string, Project<never>>()
for (const type of widgets.keys()) {
  const file = pathToFileURL(join(import.meta.dirname, '../../widgets', type, 'model.ts')).href
  projects.set(type, ((await import(file)) as { project: Project<never> }).project)
}

type Doc = Record<string, unknown>
const RUNS = Number(process.env.FUZZ_RUNS ?? 150)

type Path = readonly (string | number)[]
function places(value: unknown, path: Path = []): Path[] {
  const children = Array.isArray(value)
    ? value.map((item, i) => places(item, [...path, i]))
    : isRecord(value)
      ? Object.entries(value).map(([key, item]) => places(item, [...path, key]))
      : []
  return [path, ...children.flat()]
}
const at = (document: unknown, path: Path): unknown =>
  path.reduce<unknown>((here, key) => (here as Record<string | number, unknown> | undefined)?.[key], document)

/** An author's change: of `seed` it depends which place, and what is there then. */
interface Gesture {
  readonly kind:
    | 'swap'
    | 'drop'
    | 'number'
    | 'copy'
    | 'tab'
    | 'fold'
    | 'repeat'
    | 'link'
    | 'sizes'
    | 'widget'
    | 'formula'
  readonly seed: number
  readonly other: number
}
const gesture: fc.Arbitrary<Gesture> = fc.record({
  kind: fc.constantFrom<Gesture['kind']>(
    'swap',
    'swap',
    'drop',
    'number',
    'copy',
    'tab',
    'fold',
    'repeat',
    'link',
    'sizes',
    'widget',
    'formula',
  ),
  seed: fc.nat(),
  other: fc.nat(),
})

const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % Math.max(1, list.length)]
const shape = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)

function change(doc: Doc, { kind, seed, other }: Gesture): void {
  const all = places(doc).filter(([first]) => first !== 'i18n' && first !== 'format' && first !== '_id')
  const path = pick(all.slice(1), seed)
  if (path === undefined) return
  const parent = at(doc, path.slice(0, -1)) as Record<string | number, unknown>
  const key = path.at(-1) as string | number
  const sections = (at(doc, ['layout', 'sections']) ?? []) as Doc[]
  const section = pick(sections, seed)
  const ids = Object.keys(doc.widgets ?? {})
  const widget = at(doc, ['widgets', pick(ids, seed) ?? '']) as Doc | undefined
  const params = Object.keys(doc.params ?? {})
  switch (kind) {
    case 'swap': {
      // Something of the same shape from the same kind of place elsewhere.
      const alike = all.filter((one) => one.at(-1) === key || (typeof key === 'number' && one.length === path.length))
      const from = pick(
        alike.filter((one) => shape(at(doc, one)) === shape(parent[key])),
        other,
      )
      if (from !== undefined) parent[key] = structuredClone(at(doc, from))
      return
    }
    case 'drop':
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
      return
    case 'number':
      if (typeof parent[key] === 'number') parent[key] = pick([0, 1, 2, 3, 12, 60, 100, -1, 0.5], other)
      return
    case 'copy':
      if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]))
      return
    case 'tab':
      if (other % 3 === 0) removeTab(doc, 'tab1')
      else if (other % 3 === 1) moveTab(doc, 'tab1', 1)
      else addTab(doc, { id: `tab${seed % 3}`, title: 'Tab' })
      if (section !== undefined && other % 2 === 0) section.tab = `tab${other % 3}`
      return
    case 'fold':
      if (section !== undefined) section.collapse = pick(['open', 'closed'], other)
      return
    case 'repeat':
      if (widget !== undefined)
        widget.repeat = { param: pick(params, other), column: pick(['local', 'day', 'period', 'hour'], other), most: 3 }
      return
    case 'link':
      if (widget !== undefined)
        widget.links = {
          title: pick(
            [
              { dashboard: 'foot-status', params: { a: `$${pick(params, other)}` } },
              { page: 'alerts' },
              { tab: 'tab1', params: Object.fromEntries(params.slice(0, 2).map((id) => [id, `$${id}`])) },
            ],
            other,
          ),
        }
      return
    case 'formula': {
      const [data] = Object.values((widget?.data ?? {}) as Record<string, Doc>)
      if (data === undefined) return
      const sourceId = at(doc, ['queries', String(data.query), 'source'])
      const measures = (named.get(String(sourceId))?.columns ?? []).map(({ id }) => id)
      const of = { plus: [pick(measures, seed), pick(measures, other)] }
      const target = { for: pick(measures, other), value: 7 }
      const made = { op: 'derive', as: 'made', ...(seed % 3 === 0 ? { target } : { formula: { of } }) }
      data.transform = [...((data.transform as Doc[] | undefined) ?? []), made]
      return
    }
    case 'sizes':
      if (widget !== undefined) widget.sizes = [pick(['large', 'medium', 'small'], other)]
      return
    case 'widget': {
      const id = pick(ids, other) ?? ''
      const of = typeof section?.id === 'string' ? section.id : ''
      if (seed % 3 === 0) withoutWidgets([id])(doc)
      else if (seed % 3 === 1) removeSection(doc, of)
      else moveSection(doc, of, other % 2 === 0 ? 1 : -1)
    }
  }
}

const cell = (column: Column, seed: number): Cell => {
  if (seed % 7 === 0) return null
  if (column.type === 'text') return pick(['comparing', 'reference', 'a', '💥', ''], seed) ?? null
  if (column.type === 'day') return 20_400 + (seed % 20)
  if (column.type === 'boolean') return seed % 2 === 0
  return column.type === 'float' ? (seed % 1000) / 7 : column.role === 'dim' ? seed % 5 : (seed % 2000) - 50
}
const frameOf = (columns: readonly Column[], seed: number): Frame =>
  fromRows(
    columns,
    Array.from({ length: seed % 23 }, (_, row) => columns.map((column, i) => cell(column, seed + row * 31 + i * 17))),
  )

/** Projections that were made in this run. */
let drawn = 0

/** Steps of a reader and an editor with a document; returns the names of those that threw. */
async function used(doc: Doc, seed: number): Promise<string[] | undefined> {
  const compute = createLocalCompute()
  const sources: SourceRegistry = new Map(
    [...named].map(([name, source]) => [
      name,
      { ...source, load: async () => compute.adopt(frameOf(source.columns, seed + name.length)) },
    ]),
  )
  const loaded = loadLayout(doc, { widgets, sources })
  if (!loaded.publishable) return undefined
  const clock = virtualClock()
  const network = fakeNetwork()
  const thrown: string[] = []
  const attempt = (what: string, run: () => void) => {
    try {
      run()
    } catch (cause) {
      thrown.push(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  const dashboard = createDashboard({
    ...dashboardOptions(loaded, network, clock, sources, { url: fakeUrl(`?tab=tab${seed % 4}&folded=x`) }),
    compute,
    today: () => '2025-11-20',
    ...(seed % 2 === 0 && { whole: true }),
  })
  for (let turn = 0; turn < 8; turn++) {
    await clock.advance(2_000)
    await new Promise((done) => setImmediate(done))
  }
  for (const { id } of dashboard.store.getState().pages) dashboard.openPage(id)
  for (const { id } of dashboard.store.getState().sections) dashboard.fold(id, seed % 3 === 0)
  dashboard.setSize('small')
  for (let turn = 0; turn < 4; turn++) {
    await clock.advance(2_000)
    await new Promise((done) => setImmediate(done))
  }
  const state = dashboard.store.getState()
  for (const widget of dashboard.model.widgets.values()) {
    if (widget.kind !== 'live') continue
    for (const name of Object.keys(widget.links)) attempt(`link ${name}`, () => dashboard.link(widget.id, name))
    const whole = state.widgets[widget.id]
    if (whole === undefined) continue
    // Columns that cannot be added up are known before any row: these rows have all columns that a source may have.
    const isKnown = loaded.issues.every(({ code }) => code !== 'STEP_COLUMN_UNKNOWN')
    const failed = whole.kind === 'error' ? whole.issue.params : undefined
    if (isKnown && whole.kind === 'error' && failed?.op === 'derive' && failed.unit !== undefined)
      thrown.push(`units of ${widget.type}: ${whole.issue.text}`)
    const repeat = widget.repeat ?? state.sections.find(({ id }) => id === widget.section)?.repeat
    const slices = repeat === undefined ? undefined : slicesOf(repeat, state, [whole], 'en')?.slices
    for (const slice of slices ?? [undefined]) {
      const shown = slice === undefined ? whole : sliced(whole, slice)
      if (shown.kind !== 'ready') continue
      drawn++
      attempt(`${widget.type} ${JSON.stringify(widget.options)}`, () => {
        const context = projectionContext(shown, { locale: 'es', labels: state.labels, t: (key) => key })
        const options = withoutMuted(widget.definition, widget.options, shown.frames).options ?? widget.options
        const project = projects.get(widget.type) as Project<never>
        csvOfProjection(
          project(options as never, shown.frames, context),
          csvWords((key) => key),
          { decimal: ',' },
        )
      })
    }
  }
  attempt('grids', () => {
    for (const sections of Object.values(placedGrids(loaded.model).grids))
      for (const grid of Object.values(sections)) withCopies(grid, {})
  })
  attempt('save', () => saveLayout(loaded))
  attempt('diff', () => diffLayouts(documents[0] as Doc, loaded.document ?? {}))
  dashboard.dispose()
  compute.close()
  return thrown
}

test('no document without errors makes a reader or an editor throw', { timeout: 240_000 }, async () => {
  let withoutErrors = 0
  drawn = 0
  await fc.assert(
    fc.asyncProperty(
      fc.nat(documents.length - 1),
      fc.array(gesture, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      async (which, gestures, seed) => {
        const doc = structuredClone(documents[which] as Doc)
        for (const one of gestures) change(doc, one)
        const thrown = await used(doc, seed)
        if (thrown === undefined) return
        withoutErrors++
        expect(thrown).toEqual([])
      },
    ),
    { numRuns: RUNS },
  )
  // Most gestures must leave a document that runs, or nothing was tried.
  expect(withoutErrors).toBeGreaterThan(RUNS / 5)
  expect(drawn).toBeGreaterThan(RUNS)
})
