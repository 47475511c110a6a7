/**
 * The contract of a widget, fact by fact: what every folder promises, said once. `tests/widgets` holds every folder to
 * it, the workshop shows each fact with what it found. The browser's half (drawn numbers, axe, overflow at minimum
 * size) runs as stories.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Basis } from '#domain/basis'
import { LANGUAGES } from '#domain/languages'
import { findMetric } from '#domain/metrics/index'
import type { Projection } from '#engine/types'
import { passportFacts } from '#engine/core/run/passport-facts'
import { contextOf, framesOf, textsOf } from '../../../widgets/lib/test-support/context.ts'
import { textKeys } from '../../../widgets/lib/text-keys.ts'
import { SHARED_STORIES } from '../../../widgets/lib/states.ts'
import { otherCells } from '../support/csv.ts'
import { problemsOf } from '../support/projection.ts'
import { schemaProblems } from '../support/schema.ts'
import { codeIn, exportsIn, importsIn, jsonIn, schemaIn, type WidgetFolder } from './folder.ts'
import { contextsOf, hostileFacts, optionsOf, partsOf } from './frames.ts'
import { freshOn } from './fresh.ts'
import { ownFacts } from './own-facts.ts'
import type { Fact } from './types.ts'

const list = (values: Iterable<string>) => [...values].join(', ')
const lacks = (what: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${what}: ${list(values)}`]

const FILES = [
  'index.ts',
  'options.schema.json',
  'generated/options.ts',
  'model.ts',
  'model.test.ts',
  'view.tsx',
  'view.stories.tsx',
  'example.json',
  ...LANGUAGES.map((language) => `i18n/${language}.json`),
]

const folderFacts: readonly Fact[] = [
  {
    id: 'complete',
    about: 'Folder',
    sentence: 'the folder is complete',
    check: ({ files }) =>
      lacks(
        'missing',
        FILES.filter((file) => !files.includes(file)),
      ),
  },
  {
    id: 'definition',
    about: 'Folder',
    sentence: 'the definition names its folder, fits the grid and is small',
    check(widget) {
      const {
        definition: {
          type,
          sizes: { min, default: start },
          category,
          data,
        },
      } = widget
      const foreign = importsIn(widget, 'index.ts').filter(
        (name) =>
          !['#engine/types', './generated/options.ts', '../lib/quality.ts', '../lib/metric-columns.ts'].includes(name),
      )
      return [
        ...(type === widget.type ? [] : [`it declares the type ${type}`]),
        ...([0, 1].every((side) => 1 <= (min[side] as number) && (min[side] as number) <= (start[side] as number))
          ? []
          : [`sizes: ${JSON.stringify({ min, start })}, expected 1 <= min <= default`]),
        ...(start[0] <= 12 ? [] : [`it starts ${start[0]} columns wide, more than 12`]),
        // A text may be alone.
        ...(category === 'text' || Object.values(data).some(({ required }) => required) ? [] : ['it requires no data']),
        // Eager code of every widget is in the first chunk of a dashboard.
        ...(widget.read('index.ts').length < 3000 ? [] : ['index.ts has 3000 characters or more']),
        ...lacks('index.ts imports', foreign),
      ]
    },
  },
  {
    id: 'states',
    about: 'Folder',
    sentence: 'it has a story of its own, Ready, and leaves the states and sizes of all widgets to their one file',
    check(widget) {
      const exported = exportsIn(widget, 'view.stories.tsx')
      return [
        ...lacks(
          'no story',
          ['Ready'].filter((story) => !exported.includes(story)),
        ),
        ...lacks(
          'in lib/states.stories.tsx already',
          exported.filter((story) => SHARED_STORIES.has(story)),
        ),
      ]
    },
  },
]

interface OptionSchema {
  readonly enum?: readonly unknown[]
  readonly items?: OptionSchema
  readonly properties?: Readonly<Record<string, OptionSchema>>
  readonly 'x-ui'?: { readonly role?: string }
}

const namesMetrics = ({ enum: values = [], items }: OptionSchema): boolean =>
  values.some((value) => typeof value === 'string' && findMetric(value) !== undefined) ||
  (items !== undefined && namesMetrics(items))

/** Options that name measures, written as a declaration does: `measure`, `columns.column`. */
function measureOptions(properties: Readonly<Record<string, OptionSchema>>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isMeasure = (one: OptionSchema) => one['x-ui']?.role === 'measure'
    const fields = Object.entries(schema.items?.properties ?? {}).flatMap(([field, one]) =>
      isMeasure(one) ? [`${name}.${field}`] : [],
    )
    return isMeasure(schema) || namesMetrics(schema) ? [name] : fields
  })
}

const optionFacts: readonly Fact[] = [
  {
    id: 'measures',
    about: 'Options',
    sentence:
      'its declaration names every option that names a measure, so that a data module that is off takes it away',
    check(widget) {
      const { of = [], besides = {} } = widget.definition.measures ?? {}
      const { properties } = schemaIn(widget) as { properties: Record<string, OptionSchema> }
      const declared = [...of, ...Object.keys(besides)]
      return [
        ...lacks(
          'not in measures',
          measureOptions(properties).filter((name) => !declared.includes(name)),
        ),
        ...lacks(
          'no option',
          declared.filter((name) => properties[name.split('.')[0] ?? ''] === undefined),
        ),
      ]
    },
  },
  {
    id: 'schema',
    about: 'Options',
    sentence: 'the options schema is strict, and every option has a default, a description and a control',
    check: (widget) => schemaProblems(schemaIn(widget)),
  },
  {
    id: 'defaults',
    about: 'Options',
    sentence: 'no options at all are valid and become the defaults; the example is valid; an unknown option is not',
    check(widget) {
      const { definition, example } = widget
      const { properties } = schemaIn(widget) as { properties: Record<string, { default: unknown }> }
      const defaults = Object.fromEntries(Object.entries(properties).map(([id, { default: value }]) => [id, value]))
      const filled = optionsOf(definition, {})
      return [
        ...(isDeepStrictEqual(filled, defaults)
          ? []
          : [`{} becomes ${JSON.stringify(filled)}, not ${JSON.stringify(defaults)}`]),
        ...(definition.validate(structuredClone(example.options)) ? [] : ['the options of example.json are not valid']),
        ...(definition.validate({ ...defaults, noSuchOption: 1 }) ? ['an unknown option is accepted'] : []),
      ]
    },
  },
  {
    id: 'example',
    about: 'Options',
    sentence: 'its example has every required column',
    check: ({ definition, example }) =>
      Object.entries(definition.data).flatMap(([input, { columns, required, optional }]) => {
        const frame = example.frames[input]
        if (!required && frame === undefined) return []
        const roles = Object.fromEntries((frame?.columns ?? []).map(({ id, role }) => [id, role]))
        return [
          ...lacks(
            `${input} lacks`,
            Object.keys(columns).filter((id) => roles[id] === undefined),
          ),
          ...lacks(
            `${input} has in another role`,
            Object.entries({ ...columns, ...optional })
              .filter(([id, role]) => roles[id] !== undefined && roles[id] !== role)
              .map(([id]) => id),
          ),
        ]
      }),
  },
  {
    id: 'migrations',
    about: 'Options',
    sentence: 'options of older versions become valid options of this one',
    check(widget) {
      const { definition } = widget
      const steps = definition.migrations.flatMap((migrate, at) => {
        const [before, after] = [
          jsonIn(widget, `migrate/v${at + 1}.json`),
          jsonIn(widget, `migrate/v${at + 2}.json`),
        ] as [Record<string, unknown>[], unknown[]]
        const kept = structuredClone(before)
        const migrated = before.map((options) => migrate(options))
        return [
          ...(before.length > 0 ? [] : [`migrate/v${at + 1}.json holds nothing`]),
          ...(isDeepStrictEqual(migrated, after)
            ? []
            : [`migrations[${at}] does not make migrate/v${at + 2}.json of migrate/v${at + 1}.json`]),
          ...(isDeepStrictEqual(before, kept) ? [] : [`migrations[${at}] changes what it is given`]),
        ]
      })
      const newest = definition.migrations.length + 1
      if (newest > 1)
        for (const options of jsonIn(widget, `migrate/v${newest}.json`) as unknown[]) optionsOf(definition, options)
      return steps
    },
  },
]

const keysOf = (node: unknown, path = ''): string[] =>
  typeof node === 'string'
    ? [path]
    : Object.entries(node as object).flatMap(([key, value]) => keysOf(value, path === '' ? key : `${path}.${key}`))
const textAt = (node: unknown, path: string): string =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], node) as string
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort((a, b) => a.localeCompare(b))
const englishKeys = (widget: WidgetFolder) => new Set(keysOf(jsonIn(widget, 'i18n/en.json')))
const SHARED = keysOf(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../widgets/lib/i18n/en.json'), 'utf8')) as unknown,
)
/** Its own and those that widgets share. */
const knownKeys = (widget: WidgetFolder) => new Set([...SHARED, ...englishKeys(widget)])

const textFacts: readonly Fact[] = [
  {
    id: 'languages',
    about: 'Texts',
    sentence: 'the six languages have the same texts with the same placeholders',
    check(widget) {
      const english = jsonIn(widget, 'i18n/en.json')
      const keys = englishKeys(widget)
      return LANGUAGES.flatMap((language) => {
        const texts = jsonIn(widget, `i18n/${language}.json`)
        const own = new Set(keysOf(texts))
        const shared = [...keys].filter((key) => own.has(key))
        return [
          ...lacks(
            `${language} lacks`,
            [...keys].filter((key) => !own.has(key)),
          ),
          ...lacks(
            `${language} has too much`,
            [...own].filter((key) => !keys.has(key)),
          ),
          ...lacks(
            `${language} differs in placeholders or is empty`,
            shared.filter(
              (key) =>
                textAt(texts, key).trim() === '' ||
                placeholders(textAt(texts, key)).join() !== placeholders(textAt(english, key)).join(),
            ),
          ),
        ]
      })
    },
  },
  {
    id: 'words',
    about: 'Texts',
    sentence: 'it has a name, a description, a label for every option and a word for every choice',
    check(widget) {
      const keys = knownKeys(widget)
      const { properties } = schemaIn(widget) as { properties: Record<string, { enum?: unknown[] }> }
      const wanted = [
        'name',
        'description',
        ...Object.entries(properties).flatMap(([id, { enum: choices = [] }]) => [
          `options.${id}.label`,
          // Metrics are named by the registry.
          ...choices
            .filter((choice) => findMetric(String(choice)) === undefined)
            .map((choice) => `options.${id}.values.${String(choice)}`),
        ]),
      ]
      return lacks(
        'no text',
        wanted.filter((key) => !textKeys(key).some((one) => keys.has(one))),
      )
    },
  },
  {
    id: 'asked',
    about: 'Texts',
    sentence: 'its code asks for no text that is not there',
    check(widget) {
      const keys = knownKeys(widget)
      const code = widget.files.filter((file) => /^[^/]+\.tsx?$/.test(file) && !/\.(test|stories)\./.test(file))
      const usedKeys = code.flatMap((file) =>
        [...widget.read(file).matchAll(/\bt\('([^':]+)'/g)].map(([, key]) => key as string),
      )
      // `ui.…` are the texts of the parts.
      return lacks(
        'no text',
        usedKeys.filter((key) => !key.startsWith('ui.') && !keys.has(key)),
      )
    },
  },
  {
    id: 'projected',
    about: 'Texts',
    sentence: 'projecting in each of the six languages finds every text',
    check: ({ type, definition, project, example }) =>
      LANGUAGES.flatMap((language) => {
        const { t, unknown } = textsOf(type, language)
        const projection = project(optionsOf(definition, example.options), framesOf(example), {
          ...contextOf(type, language),
          t,
        })
        const raw = /\{\{|undefined|\[object/.exec(JSON.stringify(projection))?.[0]
        return [...lacks(`${language} lacks`, [...unknown]), ...(raw === undefined ? [] : [`${language} shows ${raw}`])]
      }),
  },
]

/** The basis of a comparison of seven stores. */
const BASIS: Basis = { stores: 'same', asked: 7, compared: 5, comparing: 6, reference: 6, leftOut: [] }

const projectionFacts: readonly Fact[] = [
  {
    id: 'whole',
    about: 'Projection',
    sentence: 'the example becomes a whole projection, with two periods, one, or none',
    check: ({ type, definition, project, example }) =>
      contextsOf(type).flatMap(([name, context]) => {
        const projection = project(optionsOf(definition, example.options), framesOf(example), context)
        return [
          ...problemsOf(projection),
          ...(projection.rows.length > 0 ? [] : ['no rows']),
          ...(projection.summary === '' ? ['no summary'] : []),
        ].map((problem) => `${name}: ${problem}`)
      }),
  },
  {
    id: 'choices',
    about: 'Projection',
    sentence: 'every choice of every option projects',
    check(widget) {
      const { type, definition, project, example } = widget
      const { properties } = schemaIn(widget) as { properties: Record<string, { enum?: unknown[]; type?: string }> }
      const variants = Object.entries(properties).flatMap(([id, { enum: choices, type: kind }]) =>
        (choices ?? (kind === 'boolean' ? [true, false] : [])).map((choice) => ({ [id]: choice })),
      )
      return variants.flatMap((variant) =>
        problemsOf(
          project(optionsOf(definition, { ...example.options, ...variant }), framesOf(example), contextOf(type)),
        ).map((problem) => `${JSON.stringify(variant)}: ${problem}`),
      )
    },
  },
  {
    id: 'pure',
    about: 'Projection',
    sentence: 'the same input gives the same projection, and the input is left as it was',
    check({ type, definition, project, example }) {
      const options = optionsOf(definition, example.options)
      const [frames, framesBefore, optionsBefore] = [framesOf(example), framesOf(example), structuredClone(options)]
      const first = project(options, frames, contextOf(type))
      return [
        ...(isDeepStrictEqual(project(options, frames, contextOf(type)), first)
          ? []
          : ['a second projection differs from the first']),
        ...(isDeepStrictEqual(frames, framesBefore) ? [] : ['the frames were changed']),
        ...(isDeepStrictEqual(options, optionsBefore) ? [] : ['the options were changed']),
        ...(isDeepStrictEqual(structuredClone(first), first) ? [] : ['the projection is no plain data']),
      ]
    },
  },
  {
    id: 'passport',
    about: 'Projection',
    sentence:
      'its passport says coverage, stores, days, the definition of each metric and until when, with and without a ' +
      'comparison',
    // A picture shows no figures.
    applies: ({ definition }) => Object.keys(definition.data).length > 0,
    check: ({ type, definition, project, example }) =>
      contextsOf(type).flatMap(([name, context]) => {
        const frames = framesOf(example)
        const projection = project(optionsOf(definition, example.options), frames, context)
        const day = { begin: '2026-11-09', end: '2026-11-15' }
        const answer = {
          frames,
          values: { date: day, locals: [11, 12, 13] },
          asOf: 1_763_200_000_000,
          ...(context.periods?.reference && { basis: BASIS }),
        }
        const { days, stores, metrics, asOf } = passportFacts(projection, context, answer)
        const { passport } = projection
        const drawn = partsOf(projection).flatMap(({ columns }) => columns.flatMap(({ metric }) => metric ?? []))
        const weighed = Object.values(frames).some(({ columns }) =>
          columns.some(({ id }) => ['expected', 'openS', 'doors'].includes(id)),
        )
        return [
          ...(passport === undefined ? ['no passport'] : weighed && passport.coverage === null ? ['no coverage'] : []),
          ...lacks(
            'no definition',
            drawn.filter((metric) => !metrics.includes(metric)),
          ),
          ...lacks(
            'no such metric',
            metrics.filter((metric) => findMetric(metric) === undefined),
          ),
          ...(days === null ? ['no days'] : []),
          ...(stores === null ? ['no stores'] : []),
          ...(asOf === null ? ['no hour until which'] : []),
        ].map((problem) => `${name}: ${problem}`)
      }),
  },
  {
    id: 'file',
    about: 'Projection',
    sentence: 'what is exported can be read back',
    check: ({ type, definition, project, example }) =>
      partsOf(project(optionsOf(definition, example.options), framesOf(example), contextOf(type, 'es'))).flatMap(
        (part) =>
          lacks(`the file of "${part.summary}" holds other cells than the projection`, otherCells(part).slice(0, 3)),
      ),
  },
]

/** Columns of a projection that are empty. */
function emptyColumns({ columns, rows, parts = [] }: Projection): string[] {
  const bare =
    rows.length === 0
      ? []
      : columns
          .filter((_, at) => rows.every((row) => row[at] === null || row[at] === undefined))
          .map(({ label }) => label)
  return [...bare, ...parts.flatMap((part) => emptyColumns(part.projection))]
}

const freshFacts: readonly Fact[] = [
  {
    id: 'fresh',
    about: 'Projection',
    sentence: 'one press on an empty page shows figures: it brings a source that has what its options name',
    // A picture shows no data.
    applies: ({ definition }) => Object.keys(definition.data).length > 0,
    check(widget) {
      const { projection, isWhole } = freshOn(widget)
      // Widgets without measures use words: the status of a device, a text.
      const parts = partsOf(projection)
      const isInWords = parts.every(({ columns }) => columns.every(({ role }) => role !== 'measure'))
      const figures = parts
        .flatMap(({ rows }) => rows.flat())
        .filter((cell) => (isInWords ? typeof cell === 'string' && cell !== '' : typeof cell === 'number'))
      return [
        ...(isWhole ? [] : ['a new one has no data']),
        ...lacks('nothing in', emptyColumns(projection)),
        ...(figures.length > 0 ? [] : ['no figures']),
      ]
    },
  },
]

const ALLOWED = [
  /^#engine(\/types)?$/,
  /^#ui(\/|$)/,
  /^#i18n(\/|$)/,
  /^#domain\//,
  /^#schemas(\/|$)/,
  /^\.\/[\w./-]+$/,
  /^\.\.\/lib\/[\w./-]+$/,
  /^react(\/jsx-runtime)?$/,
  // The kinds an option is made of; instances are made by the chart part alone.
  /^echarts\/(core|charts|components)$/,
]
const IMPURE =
  /\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|sessionStorage|indexedDB|zustand|Date\.now|new Date\(\)|performance\.now|Temporal\.Now|resolvedOptions|Math\.random|setTimeout|setInterval)\b|\bdayjs\(\)/

const codeFacts: readonly Fact[] = [
  {
    id: 'alone',
    about: 'Code',
    sentence: 'model and view know no network, no store, no clock, and no other widget',
    check(widget) {
      const files = widget.files.filter((file) => /^[^/]+\.tsx?$/.test(file) && !/\.(test|stories)\.tsx?$/.test(file))
      return [
        ...files.flatMap((file) => [
          ...lacks(
            `${file} imports`,
            importsIn(widget, file).filter((name) => !ALLOWED.some((pattern) => pattern.test(name))),
          ),
          ...lacks(`${file} uses`, [IMPURE.exec(codeIn(widget, file))?.[0] ?? []].flat()),
        ]),
        ...lacks(
          'model.ts imports',
          importsIn(widget, 'model.ts').filter((name) => /^(react|#ui)/.test(name)),
        ),
      ]
    },
  },
]

/** Every fact, in the order of the report. */
export const FACTS: readonly Fact[] = [
  ...folderFacts,
  ...optionFacts,
  ...textFacts,
  ...projectionFacts,
  ...freshFacts,
  ...hostileFacts,
  ...codeFacts,
  ...ownFacts,
]
