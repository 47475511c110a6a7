import { expect, test } from 'vitest'
import { migrateDocument } from './migrate.ts'
import { migrateOptions } from './migrate-options.ts'
import type { FormatMigration } from './format-migration.ts'

const original = {
  params: { client: {} },
  queries: { main: {} },
  widgets: { kpi: {} },
  layout: { sections: [{ id: 'top' }, { title: 'no id' }, 7] },
  grids: { large: [{ i: 'kpi' }, { i: 7 }], small: { kpi: {} }, odd: 7 },
  i18n: { es: { title: 'A' }, en: 7 },
}
/** A step that loses one thing, in a format whose things are named as they are now. */
const without = (change: (document: typeof original) => void, losses: string[] = []): FormatMigration => ({
  up: (document) => {
    change(document as unknown as typeof original)
    return { document, losses }
  },
})
const lost = (change: (document: typeof original) => void, document: object = original) =>
  migrateDocument(document as Record<string, unknown>, [without(change)]).issues.map(({ code, params }) => [
    code,
    params,
  ])

test.each<[string, (document: typeof original) => void]>([
  [
    'param client',
    (document) => {
      document.params = {} as never
    },
  ],
  [
    'query main',
    (document) => {
      document.queries = {} as never
    },
  ],
  [
    'widget kpi',
    (document) => {
      document.widgets = {} as never
    },
  ],
  [
    'section top',
    (document) => {
      document.layout.sections.shift()
    },
  ],
  [
    'place large kpi',
    (document) => {
      document.grids.large.shift()
    },
  ],
  [
    'place small kpi',
    (document) => {
      document.grids.small = {} as never
    },
  ],
  [
    'text es title',
    (document) => {
      document.i18n.es = {} as never
    },
  ],
])('a step that loses the %s without saying so is stopped', (id, change) => {
  expect(lost(change)).toEqual([['LAYOUT_MIGRATION_LOSS', { from: 0, id }]])
  expect(migrateDocument(original, [without(change, [id])])).toMatchObject({ readOnly: false, losses: [id] })
})

test('unnamed parts may be removed', () => {
  expect(
    lost((document) => {
      document.layout.sections.length = 1
      document.grids.large.length = 1
      document.grids.odd = 8
    }),
  ).toEqual([['LAYOUT_MIGRATED', { from: 0, to: 1 }]])
  expect(lost(() => {}, { widgets: [1], params: 7, i18n: [], grids: null, layout: 7 })).toEqual([
    ['LAYOUT_MIGRATED', { from: 0, to: 1 }],
  ])
})

test('sections outside of the layout are those of an old document', () => {
  expect(
    lost(
      (document) => {
        Reflect.deleteProperty(document, 'sections')
      },
      { sections: [{ id: 'old' }] },
    ),
  ).toEqual([['LAYOUT_MIGRATION_LOSS', { from: 0, id: 'section old' }]])
})

test('a wrong format is reported at the format, and may be saved anew', () => {
  expect(migrateDocument({ format: 'x' })).toMatchObject({
    readOnly: false,
    issues: [{ pointer: '/format', params: { value: '"x"', max: 1 } }],
  })
  expect(migrateDocument({ format: 7 })).toMatchObject({
    readOnly: true,
    issues: [{ pointer: '/format', params: { value: 7, max: 1 } }],
  })
})

test('a step that fails, or is not there, keeps the original and opens it read-only, with the reason', () => {
  const failing: FormatMigration = {
    up: () => {
      throw new Error('no grid.')
    },
  }
  const strange: FormatMigration = {
    up: () => {
      throw 'odd'
    },
  }
  expect(migrateDocument(original, [failing])).toMatchObject({
    readOnly: true,
    issues: [{ pointer: '', params: { from: 0, reason: 'no grid.' } }],
  })
  expect(migrateDocument(original, [strange]).issues[0]?.params).toEqual({ from: 0, reason: 'odd' })
  expect(migrateDocument(original, [undefined as never]).issues[0]?.params).toEqual({
    from: 0,
    reason: 'there is no such step.',
  })
})

test('a migrated document has the new format, and is reported at it', () => {
  expect(migrateDocument({ name: 'x' }, [without(() => {}), without(() => {})])).toMatchObject({
    document: { name: 'x', format: 2 },
    issues: [{ code: 'LAYOUT_MIGRATED', pointer: '/format', params: { from: 0, to: 2 } }],
    losses: [],
  })
})

test('options are reported at their version or at themselves, and a step that gives none has failed', () => {
  const migrations = [
    (options: Record<string, unknown>) => (options.bad === true ? undefined : options) as Record<string, unknown>,
  ]
  expect(migrateOptions('a/b', 1, {}, { migrations }).issues).toMatchObject([
    { pointer: '/widgets/a~1b/v', params: { from: 1, to: 2 } },
  ])
  expect(migrateOptions('kpi', 3, {}, { migrations }).issues).toMatchObject([
    { pointer: '/widgets/kpi/v', params: { value: 3, max: 2 } },
  ])
  expect(migrateOptions('kpi', 1, { bad: true }, { migrations }).issues).toMatchObject([
    { pointer: '/widgets/kpi/options', params: { from: 1, reason: 'it gave no options.' } },
  ])
  expect(migrateOptions('kpi', 0, {}, { migrations }).issues).toMatchObject([
    { params: { from: 0, reason: 'it gave no options.' } },
  ])
})
