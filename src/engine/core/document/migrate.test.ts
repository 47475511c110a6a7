import { expect, test } from 'vitest'
import { migrateDocument } from './migrate.ts'
import { migrateOptions } from './migrate-options.ts'
import type { FormatMigration } from './format-migration.ts'
import before from './migrations/0-to-1.before.json' with { type: 'json' }
import after from './migrations/0-to-1.after.json' with { type: 'json' }

test('format 0 becomes format 1: grids by id, sections inside layout, every id kept', () => {
  const { document, issues, readOnly, losses } = migrateDocument(before as Record<string, unknown>)
  expect([document, readOnly, losses]).toEqual([after, false, []])
  expect(issues.map(({ code, params }) => [code, params])).toEqual([['LAYOUT_MIGRATED', { from: 0, to: 1 }]])
})

test('a migrated document is not migrated again', () => {
  expect(migrateDocument(after as Record<string, unknown>)).toEqual({
    document: after,
    issues: [],
    readOnly: false,
    losses: [],
  })
})

test('a newer format opens read-only and stays as it is', () => {
  const newer = { format: 9, widgets: { a: {} } }
  const { document, readOnly, issues } = migrateDocument(newer)
  expect([document, readOnly, issues[0]?.code]).toEqual([newer, true, 'LAYOUT_FORMAT_NEWER'])
})

test('a format that is no whole number is an error with a fix', () => {
  for (const format of [-1, 1.5, '1', null, {}]) {
    const { issues } = migrateDocument({ format } as Record<string, unknown>)
    expect([issues[0]?.code, issues[0]?.fix]).toEqual([
      'LAYOUT_FORMAT_UNKNOWN',
      [{ op: 'replace', path: '/format', value: 1 }],
    ])
  }
})

test('a migration that drops an undeclared id is stopped and the original kept; a declared one continues', () => {
  const drops = (losses: string[]): FormatMigration => ({ up: ({ format }) => ({ document: { format }, losses }) })
  const original = { format: 0, widgets: { kpi: {} } }
  const silent = migrateDocument(original, [drops([])])
  expect([silent.document, silent.readOnly, silent.issues[0]?.code, silent.issues[0]?.params]).toEqual([
    original,
    true,
    'LAYOUT_MIGRATION_LOSS',
    { from: 0, id: 'widget kpi' },
  ])
  const honest = migrateDocument(original, [drops(['widget kpi'])])
  expect([honest.document, honest.losses]).toEqual([{ format: 1 }, ['widget kpi']])
})

test('a migration that throws keeps the original', () => {
  const original = { format: 0 }
  const { document, issues } = migrateDocument(original, [
    {
      up: () => {
        throw new Error('no grid.')
      },
    },
  ])
  expect([document, issues[0]?.code]).toEqual([original, 'LAYOUT_MIGRATION_FAILED'])
})

test('the original is never changed', () => {
  const original = structuredClone(before)
  migrateDocument(original as Record<string, unknown>)
  expect(original).toEqual(before)
})

const definition = {
  migrations: [
    (o: Record<string, unknown>) => ({ ...o, b: o.a }),
    (o: Record<string, unknown>) => {
      if (o.bad === true) throw new Error('bad.')
      return { b: o.b }
    },
  ],
}

test('options go through each version in turn', () => {
  expect(migrateOptions('kpi', 1, { a: 7 }, definition)).toMatchObject({
    options: { b: 7 },
    from: 1,
    to: 3,
    issues: [{ code: 'WIDGET_MIGRATED' }],
  })
  expect(migrateOptions('kpi', 3, { b: 7 }, definition)).toEqual({ options: { b: 7 }, from: 3, to: 3, issues: [] })
})

test('options that fail on the way, or are newer, are no options', () => {
  expect(migrateOptions('kpi', 1, { bad: true }, definition)).toMatchObject({
    options: undefined,
    issues: [{ code: 'WIDGET_MIGRATION_FAILED', widget: 'kpi', params: { from: 2 } }],
  })
  expect(migrateOptions('kpi', 4, {}, definition)).toMatchObject({
    options: undefined,
    issues: [{ code: 'WIDGET_VERSION_NEWER', params: { value: 4, max: 3 } }],
  })
})
