import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dereference } from '../schemas/refs.ts'
import { guardCode, guarded, schemaFiles, typesCode } from './schema-code.ts'

const MARK = { title: 'Mark', enum: ['dot', 'ring'] }
const TONE = { title: 'Tone', type: 'object', required: ['word'], properties: { word: { enum: ['good', 'bad'] } } }
const FIGURE = {
  title: 'Figure',
  type: 'object',
  additionalProperties: false,
  required: ['tone'],
  properties: {
    tone: { $ref: '../entities/tone.schema.json' },
    last: { anyOf: [{ type: 'null' }, { description: 'The one before.', $ref: '../entities/tone.schema.json' }] },
    mark: { $ref: '../entities/mark.schema.json' },
  },
}
const files = (...more: [string, object][]) =>
  new Map<string, object>([
    ['schemas/api/figure.schema.json', FIGURE],
    ['schemas/entities/mark.schema.json', MARK],
    ['schemas/entities/tone.schema.json', TONE],
    ...more,
  ])

async function guardOf(schemas: ReadonlyMap<string, object>, path: string) {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-schema-code-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const source of schemaFiles(schemas)) {
    mkdirSync(dirname(join(folder, source.guard)), { recursive: true })
    writeFileSync(join(folder, source.guard), guardCode(source))
  }
  return (
    (await import(/* @vite-ignore */ join(folder, path))) as {
      default: { (value: unknown): boolean; errors?: { instancePath: string }[] }
    }
  ).default
}

test('a guard checks what its schema refers to', async () => {
  const isFigure = await guardOf(files(), 'schemas/generated/api/figure.guard.js')
  const [good, bad, ugly] = ['good', 'bad', 'ugly'].map((word) => ({ word }))
  expect(
    [{ tone: good }, { tone: bad, last: null }, { tone: bad, last: good, mark: 'dot' }].map((value) => isFigure(value)),
  ).toEqual([true, true, true])
  expect(
    [{ tone: ugly }, { tone: bad, last: ugly }, { tone: good, mark: 'star' }, {}, 'good'].map((value) =>
      isFigure(value),
    ),
  ).toEqual([false, false, false, false, false])
})

test('what people write says where the fault is; what the server answers is right or wrong, in half the code', async () => {
  const told = new Map<string, object>([['schemas/figure.schema.json', { ...TONE, title: 'Figure' }]])
  const isValid = await guardOf(told, 'schemas/generated/figure.guard.js')
  expect([isValid({ word: 'ugly' }), isValid.errors?.[0]?.instancePath]).toEqual([false, '/word'])
  const [answer, layout] = ['schemas/entities/tone.schema.json', 'schemas/tone.schema.json'].map((file) =>
    guardCode(schemaFiles(new Map([[file, TONE]]))[0]!),
  )
  expect([answer!.includes('schemaPath'), layout!.includes('schemaPath')]).toEqual([false, true])
})

test('what people, sensors and files bring has a guard, with what it refers to; what the server answers has a type alone', async () => {
  const all = schemaFiles(
    files(
      [
        'schemas/data/moment.schema.json',
        { title: 'Moment', properties: { mark: { $ref: '../entities/mark.schema.json' } } },
      ],
      ['schemas/api/ingest-reading.schema.json', { title: 'Reading', type: 'object' }],
      ['widgets/clock/options.schema.json', { type: 'object' }],
    ),
  )
  expect([...guarded(all)].map(({ name }) => name).sort()).toEqual(['ClockOptions', 'Mark', 'Moment', 'Reading'])
  const answer = await typesCode(
    all.find(({ name }) => name === 'Figure')!,
    false,
  )
  expect([answer.includes('export interface Figure'), /guard|isFigure/.test(answer)]).toEqual([true, false])
})

test('what is referred to is written once: imported as a guard and as a type; a single value is checked on the spot', async () => {
  const [figure, , tone] = schemaFiles(files())
  if (figure === undefined || tone === undefined) throw new Error('Expected three files.')
  const code = guardCode(figure)
  expect([code.match(/^import .*$/gm), code.includes('"bad"'), code.includes('"ring"')]).toEqual([
    [expect.stringMatching(/^import validate\d+ from '\.\.\/entities\/tone\.guard\.js'$/)],
    false,
    true,
  ])
  expect(guardCode(tone)).not.toContain('import ')
  const types = await typesCode(figure, true)
  expect(types).toContain(
    "import type { Mark } from '../entities/mark.ts'\nimport type { Tone } from '../entities/tone.ts'\n",
  )
  expect(types).toMatch(/export interface Figure \{\s+tone: Tone\s+last\?: null \| Tone\s+mark\?: Mark\s+\}/)
})

test('a reference to what is no schema file is refused', () => {
  const leadingTo = ($ref: string) => () =>
    schemaFiles(files(['schemas/api/list.schema.json', { type: 'array', items: { $ref } }]))
  expect(leadingTo('./none.schema.json')).toThrow(
    'SCHEMAS_REF: schemas/api/list.schema.json refers to schemas/api/none.schema.json; expected a whole schema file ' +
      'that is there.',
  )
  expect(leadingTo('./figure.schema.json#/properties/tone')).toThrow(
    'refers to schemas/api/figure.schema.json#/properties/tone; expected a whole schema file',
  )
})

test('references that come back to where they began are refused', () => {
  const ring = files(
    ['schemas/api/a.schema.json', { items: { $ref: './b.schema.json' } }],
    ['schemas/api/b.schema.json', { items: { $ref: './a.schema.json' } }],
  )
  expect(() => schemaFiles(ring)).toThrow(
    'SCHEMAS_REF: schemas/api/a.schema.json → schemas/api/b.schema.json → schemas/api/a.schema.json goes round in a ' +
      'circle',
  )
})

test('whole, a schema has what it refers to under its own words, and says which file is not there', () => {
  const list = { type: 'array', items: { description: 'Its mark.', $ref: '../entities/mark.schema.json' } }
  expect(dereference(list, 'schemas/api/list.schema.json', (target) => files().get(target))).toEqual({
    type: 'array',
    items: { description: 'Its mark.', enum: MARK.enum },
  })
  expect(() => dereference(list, 'schemas/api/list.schema.json', () => undefined)).toThrow(
    'schemas/api/list.schema.json refers to schemas/entities/mark.schema.json, which is not there.',
  )
})

test('a list of choices made of other lists is one list for readers, guards and types', async () => {
  const all = files(
    ['schemas/widgets/count.schema.json', { title: 'Count', enum: ['ins', 'visits'] }],
    [
      'schemas/widgets/any.schema.json',
      { title: 'AnyFigure', anyOf: [{ $ref: 'count.schema.json' }, { const: 'none' }, { enum: ['ins', 'rate'] }] },
    ],
    [
      'widgets/clock/options.schema.json',
      { type: 'object', properties: { figure: { $ref: '../../schemas/widgets/any.schema.json' } } },
    ],
  )
  const clock = schemaFiles(all).find(({ name }) => name === 'ClockOptions')!
  expect(dereference(clock.schema, clock.file, (target) => all.get(target))).toEqual({
    type: 'object',
    properties: { figure: { enum: ['ins', 'visits', 'none', 'rate'] } },
  })
  expect(guardCode(clock)).toContain('"properties":{"figure":{"enum":["ins","visits","none","rate"]}}')
  const types = await typesCode(
    schemaFiles(all).find(({ name }) => name === 'AnyFigure')!,
    false,
  )
  expect(types.replaceAll(/\s+/g, ' ')).toContain("export type AnyFigure = Count | 'none' | ('ins' | 'rate')")
})
