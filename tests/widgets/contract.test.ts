/**
 * What every widget folder promises, read from the folders: a new widget is covered without an edit here.
 * The browser's half (drawn numbers equal the projection, axe, overflow at minimum size) runs as stories.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#i18n/languages'
import { findMetric } from '#domain/metrics/index'
import { fromJson } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import type { Project, Projection, ProjectionContext, WidgetDefinition } from '#engine/types'
import { contextOf, exampleOf, framesOf, textsOf } from '../../widgets/lib/test-support/context.ts'
import { cellsInFile, csvOf, readCsv } from './support/csv.ts'
import { problemsOf } from './support/projection.ts'
import { schemaProblems } from './support/schema.ts'

const root = join(import.meta.dirname, '../..')
/** Folders beside the widgets that are none. */
const SHARED = new Set(['lib'])
const types = readdirSync(join(root, 'widgets'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name)).map(({ name }) => name)
const read = (...path: string[]) => readFileSync(join(root, 'widgets', ...path), 'utf8')
const json = (...path: string[]): unknown => JSON.parse(read(...path))

interface Widget { definition: WidgetDefinition<unknown>; project: Project<unknown> }

async function load(type: string): Promise<Widget> {
  const [{ default: definition }, { project }] = await Promise.all([
    import(`../../widgets/${type}/index.ts`) as Promise<{ default: WidgetDefinition<unknown> }>,
    import(`../../widgets/${type}/model.ts`) as Promise<{ project: Project<unknown> }>,
  ])
  return { definition, project }
}

/** The example's options with every default filled in. */
function optionsOf(definition: WidgetDefinition<unknown>, given: unknown): Required<unknown> {
  const options = structuredClone(given)
  if (!definition.validate(options)) throw new Error(`${definition.type}: ${JSON.stringify(definition.validate.errors)}`)
  return options as Required<unknown>
}

test('there are widgets', () => {
  expect(types.length).toBeGreaterThan(0)
})

test.each(types)('%s: the folder is complete', (type) => {
  const files = ['index.ts', 'options.schema.json', 'generated/options.ts', 'model.ts', 'model.test.ts', 'view.tsx', 'view.stories.tsx', 'example.json', ...LANGUAGES.map((language) => `i18n/${language}.json`)]
  expect(files.filter((file) => !existsSync(join(root, 'widgets', type, file)))).toEqual([])
})

test.each(types)('%s: the definition names its folder, fits the grid and is small', async (type) => {
  const { definition } = await load(type)
  expect(definition.type).toBe(type)
  const { min, default: start } = definition.sizes
  expect([0, 1].every((side) => 1 <= (min[side] as number) && (min[side] as number) <= (start[side] as number))).toBe(true)
  expect(start[0]).toBeLessThanOrEqual(12)
  // A text may stand alone.
  expect(definition.category === 'text' || Object.values(definition.data).some(({ required }) => required)).toBe(true)
  // Eager code of every widget is in the first chunk of a dashboard.
  expect(read(type, 'index.ts').length).toBeLessThan(3000)
  expect(importsOf(type, 'index.ts').filter((name) => !['#engine/types', './generated/options.ts'].includes(name))).toEqual([])
})

test.each(types)('%s: the options schema is strict, and every option has a default, a description and a control', (type) => {
  expect(schemaProblems(json(type, 'options.schema.json'))).toEqual([])
})

test.each(types)('%s: no options at all are valid and become the defaults; the example is valid; an unknown option is not', async (type) => {
  const { definition } = await load(type)
  const schema = json(type, 'options.schema.json') as { properties: Record<string, { default: unknown }> }
  const defaults = Object.fromEntries(Object.entries(schema.properties).map(([id, { default: value }]) => [id, value]))
  expect(optionsOf(definition, {})).toEqual(defaults)
  expect(definition.validate(structuredClone(exampleOf(type).options))).toBe(true)
  expect(definition.validate({ ...defaults, noSuchOption: 1 })).toBe(false)
})

test.each(types)('%s: its example has every required column', async (type) => {
  const { definition } = await load(type)
  for (const [input, { columns, required, optional }] of Object.entries(definition.data)) {
    const frame = exampleOf(type).frames[input]
    if (!required && frame === undefined) continue
    expect(Object.keys(columns).filter((id) => !frame?.columns.some((column) => column.id === id))).toEqual([])
    const roles = Object.fromEntries((frame?.columns ?? []).map(({ id, role }) => [id, role]))
    expect(Object.entries({ ...columns, ...optional }).filter(([id, role]) => roles[id] !== undefined && roles[id] !== role)).toEqual([])
  }
})

// ---------------------------------------------------------------- texts

const keysOf = (node: unknown, path = ''): string[] => (typeof node === 'string' ? [path] : Object.entries(node as object).flatMap(([key, value]) => keysOf(value, path === '' ? key : `${path}.${key}`)))
const textAt = (node: unknown, path: string): string => path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], node) as string
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort((a, b) => a.localeCompare(b))

test.each(types)('%s: the six languages have the same texts with the same placeholders', (type) => {
  const english = json(type, 'i18n/en.json')
  const keys = keysOf(english).sort()
  for (const language of LANGUAGES) {
    const texts = json(type, `i18n/${language}.json`)
    expect({ language, keys: keysOf(texts).sort() }).toEqual({ language, keys })
    expect(keys.filter((key) => textAt(texts, key).trim() === '' || placeholders(textAt(texts, key)).join() !== placeholders(textAt(english, key)).join())).toEqual([])
  }
})

test.each(types)('%s: it has a name, a description, a label for every option and a word for every choice', (type) => {
  const keys = new Set(keysOf(json(type, 'i18n/en.json')))
  const { properties } = json(type, 'options.schema.json') as { properties: Record<string, { enum?: unknown[] }> }
  const wanted = ['name', 'description', ...Object.entries(properties).flatMap(([id, { enum: choices = [] }]) => [
    `options.${id}.label`,
    // Metrics are named by the registry.
    ...choices.filter((choice) => findMetric(String(choice)) === undefined).map((choice) => `options.${id}.values.${String(choice)}`),
  ])]
  expect(wanted.filter((key) => !keys.has(key))).toEqual([])
})

test.each(types)('%s: model and view ask for no text that is not there', (type) => {
  const keys = new Set(keysOf(json(type, 'i18n/en.json')))
  const sources = ['model.ts', 'view.tsx'].filter((file) => existsSync(join(root, 'widgets', type, file))).map((file) => read(type, file)).join('\n')
  const asked = [...sources.matchAll(/\bt\('([^':]+)'/g)].map(([, key]) => key as string)
  // `ui.…` are the texts of the parts.
  expect(asked.filter((key) => !key.startsWith('ui.') && !keys.has(key))).toEqual([])
})

test.each(types.flatMap((type) => LANGUAGES.map((language) => [type, language] as const)))('%s: projecting in %s finds every text', async (type, language) => {
  const { definition, project } = await load(type)
  const { t, unknown } = textsOf(type, language)
  const projection = project(optionsOf(definition, exampleOf(type).options), framesOf(exampleOf(type)), { ...contextOf(type, language), t })
  expect([...unknown]).toEqual([])
  expect(JSON.stringify(projection)).not.toMatch(/\{\{|undefined|\[object/)
})

// ---------------------------------------------------------------- projections

/** The example as it stands, without a reference, and with contexts that know nothing. */
const contexts = (type: string): [string, ProjectionContext][] => {
  const whole = contextOf(type)
  return [
    ['two periods', whole],
    ['one period', { ...whole, ...(whole.periods && { periods: { comparing: whole.periods.comparing, reference: null } }) }],
    ['no periods and no labels', { locale: 'es', t: whole.t, params: {}, labels: {} }],
  ]
}

test.each(types)('%s: the example becomes a whole projection', async (type) => {
  const { definition, project } = await load(type)
  const options = optionsOf(definition, exampleOf(type).options)
  for (const [name, context] of contexts(type)) {
    const projection = project(options, framesOf(exampleOf(type)), context)
    expect({ name, problems: problemsOf(projection) }).toEqual({ name, problems: [] })
    expect(projection.rows.length).toBeGreaterThan(0)
    expect(projection.summary).not.toBe('')
  }
})

test.each(types)('%s: every choice of every option projects', async (type) => {
  const { definition, project } = await load(type)
  const { properties } = json(type, 'options.schema.json') as { properties: Record<string, { enum?: unknown[]; type?: string }> }
  const variants = Object.entries(properties).flatMap(([id, { enum: choices, type: kind }]) => (choices ?? (kind === 'boolean' ? [true, false] : [])).map((choice) => ({ [id]: choice })))
  for (const variant of variants) {
    const projection = project(optionsOf(definition, { ...exampleOf(type).options, ...variant }), framesOf(exampleOf(type)), contextOf(type))
    expect({ variant, problems: problemsOf(projection) }).toEqual({ variant, problems: [] })
  }
})

test.each(types)('%s: the same input gives the same projection, and the input is left as it was', async (type) => {
  const { definition, project } = await load(type)
  const options = optionsOf(definition, exampleOf(type).options)
  const [frames, before] = [framesOf(exampleOf(type)), framesOf(exampleOf(type))]
  const optionsBefore = structuredClone(options)
  const first = project(options, frames, contextOf(type))
  expect(project(options, frames, contextOf(type))).toEqual(first)
  expect(frames).toEqual(before)
  expect(options).toEqual(optionsBefore)
  expect(structuredClone(first)).toEqual(first)
})

const walk = (projection: Projection): Projection[] => [projection, ...(projection.parts ?? []).flatMap((part) => walk(part.projection))]

test.each(types)('%s: what is exported can be read back', async (type) => {
  const { definition, project } = await load(type)
  const projection = project(optionsOf(definition, exampleOf(type).options), framesOf(exampleOf(type)), contextOf(type, 'es'))
  for (const part of walk(projection)) {
    expect(readCsv(csvOf(part))).toEqual([part.columns.map(({ label }) => label), ...cellsInFile(part)])
  }
})

// ---------------------------------------------------------------- hostile frames

const map = (frame: FrameJson, change: (value: FrameJson['data'][number][number], column: FrameJson['columns'][number]) => FrameJson['data'][number][number]): Frame =>
  fromJson({ ...frame, data: frame.data.map((cells, at) => cells.map((value) => change(value, frame.columns[at] as FrameJson['columns'][number]))) })

const hostile: readonly [string, (frame: FrameJson) => Frame][] = [
  ['no rows', (frame) => fromJson({ ...frame, data: frame.data.map(() => []), rows: 0 })],
  ['one row', (frame) => fromJson({ ...frame, data: frame.data.map((cells) => cells.slice(0, 1)), rows: Math.min(1, frame.rows) })],
  ['nothing was reported', (frame) => map(frame, (value, { role }) => (role === 'measure' ? null : value))],
  ['not even the dimensions', (frame) => map(frame, () => null)],
  ['only zeros', (frame) => map(frame, (value, { role }) => (role === 'measure' ? 0 : value))],
  ['huge numbers', (frame) => map(frame, (value, { type, role }) => (type === 'text' || (role === 'dim' && type !== 'int') ? value : 8e307))],
  ['huge measures', (frame) => map(frame, (value, { role }) => (role === 'measure' ? 1.7e308 : value))],
  ['negative numbers', (frame) => map(frame, (value, { role }) => (role === 'measure' && typeof value === 'number' ? -value : value))],
]

test.each(types.flatMap((type) => hostile.map(([name, make]) => [type, name, make] as const)))('%s: a frame with %s neither throws nor gives a number that is none', async (type, _name, make) => {
  const { definition, project } = await load(type)
  const frames = Object.fromEntries(Object.entries(exampleOf(type).frames).map(([id, frame]) => [id, make(frame)]))
  for (const [name, context] of contexts(type)) {
    expect({ name, problems: problemsOf(project(optionsOf(definition, {}), frames, context)) }).toEqual({ name, problems: [] })
  }
})

/** A picture shows no data. */
const withData = types.filter((type) => Object.keys(exampleOf(type).frames).length > 0)

test.each(withData)('%s: nor does any frame of its columns', async (type) => {
  const { definition, project } = await load(type)
  const options = optionsOf(definition, {})
  const [input, { columns }] = Object.entries(exampleOf(type).frames)[0] as [string, FrameJson]
  const cell = ({ id, type: kind }: FrameJson['columns'][number]) => (id === 'period' ? fc.constantFrom('comparing', 'reference', 'only', null)
    : kind === 'text' ? fc.option(fc.string())
      : fc.option(fc.oneof(fc.integer({ min: -3, max: 40 }), fc.integer(), fc.constant(0))))
  fc.assert(fc.property(fc.array(fc.tuple(...columns.map(cell)), { maxLength: 24 }), (rows) => {
    const frame = fromJson({ columns, rows: rows.length, data: columns.map((_, at) => rows.map((row) => row[at] as FrameJson['data'][number][number])) })
    expect(problemsOf(project(options, { [input]: frame }, contextOf(type)))).toEqual([])
  }), { numRuns: 60 })
})

// ---------------------------------------------------------------- code

function importsOf(type: string, file: string): string[] {
  const { module } = parseSync(file, read(type, file))
  return [...module.staticImports.map((entry) => entry.moduleRequest.value), ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])))]
}

const ALLOWED = [/^#engine(\/types)?$/, /^#ui(\/|$)/, /^#i18n(\/|$)/, /^#domain\//, /^#schemas(\/|$)/, /^\.\/[\w./-]+$/, /^\.\.\/lib\/[\w./-]+$/, /^react(\/jsx-runtime)?$/]
const IMPURE = /\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|sessionStorage|indexedDB|zustand|Date\.now|new Date\(\)|performance\.now|Math\.random|setTimeout|setInterval)\b/

test.each(types)('%s: model and view know no network, no store, no clock, and no other widget', (type) => {
  const files = readdirSync(join(root, 'widgets', type)).filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\.tsx?$/.test(file))
  for (const file of files) {
    expect({ file, imports: importsOf(type, file).filter((name) => !ALLOWED.some((pattern) => pattern.test(name))) }).toEqual({ file, imports: [] })
    expect({ file, impure: IMPURE.exec(code(type, file))?.[0] ?? null }).toEqual({ file, impure: null })
  }
  expect(importsOf(type, 'model.ts').filter((name) => /^(react|#ui)/.test(name))).toEqual([])
})

/** The file without its comments, which may speak of a clock. */
function code(type: string, file: string): string {
  const text = read(type, file)
  const { comments } = parseSync(file, text)
  return comments.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}

test.each(types)('%s: options of older versions become valid options of this one', async (type) => {
  const { definition } = await load(type)
  for (const [at, migrate] of definition.migrations.entries()) {
    const [before, after] = [json(type, `migrate/v${at + 1}.json`), json(type, `migrate/v${at + 2}.json`)] as [Record<string, unknown>[], unknown[]]
    expect(before.length).toBeGreaterThan(0)
    const kept = structuredClone(before)
    expect(before.map((options) => migrate(options))).toEqual(after)
    expect(before).toEqual(kept)
  }
  const newest = definition.migrations.length + 1
  if (newest > 1) for (const options of json(type, `migrate/v${newest}.json`) as unknown[]) expect(optionsOf(definition, options)).toBeDefined()
})
