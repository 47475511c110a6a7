/** The reader of a manifest may have nothing else any more, so it explains itself. */
import { expect, test } from 'vitest'
import { exportColumns } from '#domain/export'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { ExportLocal, ExportRows } from '../../facts/exports.ts'
import { COLUMN_MEANINGS, manifestOf } from './manifest.ts'

interface Manifest {
  readonly notes: readonly string[]
  readonly columns: readonly { id: string; kind: string; meaning: string }[]
}

const local = (client: number, id: number): ExportLocal => ({
  client,
  clientName: `Client ${client}`,
  local: id,
  localName: `Local ${id}`,
  localCode: `L${id}`,
  timeZone: 'Europe/Madrid',
  notArea: [],
  muted: [],
})
const what: ExportDraft = { clients: [1, 2], begin: '2026-11-01', end: '2026-11-20', grain: 'day', format: 'parquet' }
const of = {
  locals: [local(1, 10), local(2, 20), local(1, 11)],
  areas: [],
  from: 0,
  to: 1,
  grain: 'day',
  measures: ['ins', 'sales'],
  outside: false,
} as unknown as ExportRows
const sum = { client: 1, traffic: 'people', outside: false, rows: 3, sums: { ins: 250, sales: 12_345, outs: null } }
const written = { name: 'aforo.parquet', rows: 3, bytes: 99, sha256: 'abc', sums: [sum] } as never
const make = () =>
  manifestOf({ what, of, written, asOf: Date.UTC(2026, 10, 20, 9), madeAt: Date.UTC(2026, 10, 20, 12) })

test('a manifest names the file, what was asked, when it was made, and each client with its locals', () => {
  expect(make()).toMatchObject({
    format: 1,
    madeAt: '2026-11-20T12:00:00.000Z',
    newestHour: '2026-11-20T09:00:00.000Z',
    file: { name: 'aforo.parquet', type: 'application/vnd.apache.parquet', bytes: 99, sha256: 'abc', rows: 3 },
    asked: what,
    clients: [
      {
        id: 1,
        name: 'Client 1',
        locals: [
          { id: 10, name: 'Local 10', code: 'L10', timeZone: 'Europe/Madrid' },
          { id: 11, name: 'Local 11', code: 'L11', timeZone: 'Europe/Madrid' },
        ],
      },
      { id: 2, name: 'Client 2', locals: [{ id: 20, name: 'Local 20', code: 'L20', timeZone: 'Europe/Madrid' }] },
    ],
  })
  expect(manifestOf({ what, of, written, asOf: null, madeAt: 0 })).toMatchObject({ newestHour: null })
})

test('sums of money are in units, as the file has them; counts stay, and what was never reported is no zero', () => {
  expect(make()).toMatchObject({ sums: [{ ...sum, sums: { ins: 250, sales: 123.45, outs: null } }] })
})

test('it says what each of its columns is, and what must not be done with them', () => {
  const { columns, notes } = make() as Manifest
  const ids = columns.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['client', 'local', 'date', 'ins', 'sales']))
  expect(ids).not.toContain('visits')
  expect(columns.filter(({ id, meaning }) => meaning !== COLUMN_MEANINGS[id] || meaning === '')).toEqual([])
  expect(columns.find(({ id }) => id === 'sales')?.kind).toBe('money')
  for (const word of [/empty cell/, /did not arrive/, /outside/, /Never average/])
    expect(notes.filter((note) => word.test(note)).length, String(word)).toBeGreaterThan(0)
})

test('each column that an export may have is described in a sentence, and no other', () => {
  const isSaid = (id: string) => /^\S.{4,}\.$/.test(COLUMN_MEANINGS[id] ?? '')
  for (const grain of ['hour', 'day'] as const) {
    expect(
      exportColumns(grain)
        .map(({ id }) => id)
        .filter((id) => !isSaid(id)),
    ).toEqual([])
  }
  const ranges = (name: string) =>
    [0, 1, 2, 3].map((k) => / the (\w+) range/.exec(COLUMN_MEANINGS[`${name}${k}`] ?? '')?.[1])
  for (const name of ['insInRange', 'localRepRange', 'clientRepRange']) {
    expect(ranges(name)).toEqual(['shortest', 'second', 'third', 'longest'])
  }
  const columns = (['hour', 'day'] as const).flatMap((grain) => exportColumns(grain).map(({ id }) => id))
  expect(Object.keys(COLUMN_MEANINGS).filter((id) => !columns.includes(id))).toEqual([])
})
