/** Frames that no widget may stumble over, and the contexts they are projected in. */
import { fromJson } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { Projection, ProjectionContext, WidgetDefinition } from '#engine/types'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import * as fc from '../../fast-check.ts'
import { contextOf } from '../../../widgets/lib/test-support/context.ts'
import { problemsOf } from '../support/projection.ts'
import type { Fact } from './types.ts'

type JsonCell = FrameJson['data'][number][number]
type JsonColumn = FrameJson['columns'][number]

/** Options with every default filled in. Throws with the guard's reasons when they are not valid. */
export function optionsOf(definition: WidgetDefinition<unknown>, given: unknown): Required<unknown> {
  const options = structuredClone(given)
  if (!definition.validate(options))
    throw new Error(`${definition.type}: ${JSON.stringify(definition.validate.errors)}`)
  return options as Required<unknown>
}

/** A projection and the parts in it. */
export const partsOf = (projection: Projection): Projection[] => [
  projection,
  ...(projection.parts ?? []).flatMap((part) => partsOf(part.projection)),
]

/** The example unchanged, without a reference, and with empty contexts. */
export const contextsOf = (type: string): [string, ProjectionContext][] => {
  const whole = contextOf(type)
  return [
    ['two periods', whole],
    [
      'one period',
      { ...whole, ...(whole.periods && { periods: { comparing: whole.periods.comparing, reference: null } }) },
    ],
    ['no periods and no labels', { locale: 'es', t: whole.t, params: {}, labels: {} }],
  ]
}

const map = (frame: FrameJson, change: (value: JsonCell, column: JsonColumn) => JsonCell): Frame =>
  fromJson({
    ...frame,
    data: frame.data.map((cells, at) => cells.map((value) => change(value, frame.columns[at] as JsonColumn))),
  })

const HOSTILE: readonly (readonly [id: string, name: string, make: (frame: FrameJson) => Frame])[] = [
  ['no-rows', 'no rows', (frame) => fromJson({ ...frame, data: frame.data.map(() => []), rows: 0 })],
  [
    'one-row',
    'one row',
    (frame) =>
      fromJson({ ...frame, data: frame.data.map((cells) => cells.slice(0, 1)), rows: Math.min(1, frame.rows) }),
  ],
  ['no-measures', 'nothing reported', (frame) => map(frame, (value, { role }) => (role === 'measure' ? null : value))],
  ['only-nulls', 'not even its dimensions', (frame) => map(frame, () => null)],
  ['zeros', 'only zeros', (frame) => map(frame, (value, { role }) => (role === 'measure' ? 0 : value))],
  [
    'huge',
    'huge numbers',
    (frame) =>
      map(frame, (value, { type, role }) => (type === 'text' || (role === 'dim' && type !== 'int') ? value : 8e307)),
  ],
  [
    'huge-measures',
    'huge measures',
    (frame) => map(frame, (value, { role }) => (role === 'measure' ? 1.7e308 : value)),
  ],
  [
    'negative',
    'negative numbers',
    (frame) => map(frame, (value, { role }) => (role === 'measure' && typeof value === 'number' ? -value : value)),
  ],
]

const cellFor = ({ id, type }: JsonColumn) =>
  id === 'period'
    ? fc.constantFrom('comparing', 'reference', 'only', null)
    : type === 'text'
      ? fc.option(fc.string())
      : fc.option(
          fc.oneof(
            fc.integer({ min: -3, max: 40 }),
            fc.integer(),
            fc.constant(0),
            ...(type === 'float' ? [fc.double({ noNaN: true, noDefaultInfinity: true })] : []),
          ),
        )

/** How many figures there are is 0 where there are none. */
const COUNTS_OF_FIGURES = new Set(['n', 'count'])

export const hostileFacts: readonly Fact[] = [
  ...HOSTILE.map(([id, name, make]): Fact => ({
    id,
    about: 'Hostile data',
    sentence: `a frame with ${name} neither throws nor gives a number that is none`,
    check({ type, definition, project, example }) {
      const frames = Object.fromEntries(Object.entries(example.frames).map(([input, frame]) => [input, make(frame)]))
      return contextsOf(type).flatMap(([context, known]) =>
        problemsOf(project(optionsOf(definition, {}), frames, known)).map((problem) => `${context}: ${problem}`),
      )
    },
  })),
  {
    id: 'nothing',
    about: 'Hostile data',
    sentence: 'where nothing was reported, no figure is 0',
    // A picture shows no data.
    applies: ({ example }) => Object.keys(example.frames).length > 0,
    check({ type, definition, project, example }) {
      const frames = Object.fromEntries(
        Object.entries(example.frames).map(([input, frame]) => [
          input,
          map(frame, (value, { role }) => (role === 'measure' ? null : value)),
        ]),
      )
      return contextsOf(type).flatMap(([context, known]) =>
        partsOf(project(optionsOf(definition, example.options), frames, known)).flatMap(({ columns, rows }) =>
          columns.flatMap(({ id, role }, at) =>
            role === 'measure' && !COUNTS_OF_FIGURES.has(id) && rows.some((row) => row[at] === 0)
              ? [`${context}: ${id} is 0`]
              : [],
          ),
        ),
      )
    },
  },
  {
    id: 'any-frame',
    about: 'Hostile data',
    sentence: 'nor does any frame of its columns: 60 drawn at random for each input',
    // A picture shows no data.
    applies: ({ example }) => Object.keys(example.frames).length > 0,
    check({ type, definition, project, example }) {
      const options = optionsOf(definition, {})
      const context = contextOf(type)
      const whole = Object.fromEntries(Object.entries(example.frames).map(([input, frame]) => [input, fromJson(frame)]))
      return Object.entries(example.frames).flatMap(([input, { columns }]) => {
        const property = fc.property(fc.array(fc.tuple(...columns.map(cellFor)), { maxLength: 24 }), (rows) => {
          const frame = fromJson({
            columns,
            rows: rows.length,
            data: columns.map((_, at) => rows.map((row) => row[at] as JsonCell)),
          })
          const [problem] = problemsOf(project(options, { ...whole, [input]: frame }, context))
          if (problem !== undefined) throw new Error(problem)
        })
        const { failed, counterexample, errorInstance } = fc.check(property, { numRuns: 60 })
        return failed
          ? [
              `${input}: ${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)} with ` +
                JSON.stringify(counterexample),
            ]
          : []
      })
    },
  },
]
