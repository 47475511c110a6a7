import { LANGUAGES } from '#domain/languages'
import { expect, test } from 'vitest'
import { createSources } from '#sources'
import { translator } from '../../../../.storybook/texts.ts'
import { argName, NAMED_ARGS } from './arg-names.ts'
import { queryNames, sourceTitle, TITLED_SOURCES } from './query-names.ts'

const t = translator('es')
const filter = (id: string) => ({ periods: 'Periodos', other: 'Otros periodos', client: 'Marca' })[id] ?? id
const names = (queries: Record<string, unknown>) => Object.fromEntries(queryNames({ queries }, t, filter))
const sources = createSources({} as never)

test('every source and every argument of one has a name in six languages', () => {
  expect([...TITLED_SOURCES].toSorted()).toEqual([...sources.keys()].toSorted())
  const args = new Set([...sources.values()].flatMap((source) => Object.keys(source.args)))
  expect([...NAMED_ARGS].toSorted()).toEqual([...args].toSorted())
  for (const language of LANGUAGES) {
    const said = [
      ...[...sources.keys()].map((name) => sourceTitle(translator(language), name)),
      ...[...args].map((name) => argName(translator(language), name)),
    ]
    expect(said.filter((text) => text.startsWith('['))).toEqual([])
    expect(new Set(said.slice(0, sources.size)).size).toBe(sources.size)
  }
})

test('a query is called by the title of its source, not by its id', () => {
  expect(
    names({
      q7: { source: 'compare.hour', args: { client: '$client' }, transform: [{ op: 'sort' }] },
      x: { source: 'clients.list' },
    }),
  ).toEqual({ q7: 'Entradas y visitas por hora', x: 'Marcas' })
})

test('queries of one source are distinguished by their filters, their fixed values and their steps, else by a number', () => {
  const hour = (more: object) => ({ source: 'compare.hour', args: { client: '$client' }, ...more })
  const title = 'Entradas y visitas por hora'
  expect(
    names({
      a: hour({ args: { client: '$client', p1Start: '$periods.comparing.begin', p1End: '$periods.comparing.end' } }),
      b: hour({ args: { client: '$client', p1Start: '$other.comparing.begin', p1End: '2026-01-31' } }),
    }),
  ).toEqual({ a: `${title} · Periodos`, b: `${title} · Otros periodos · 2026-01-31` })
  expect(
    names({ a: hour({}), b: hour({ transform: [{ op: 'filter' }, { op: 'sort' }] }), c: hour({}), d: hour({}) }),
  ).toEqual({ a: title, b: `${title} · Filtrar · Ordenar`, c: `${title} (2)`, d: `${title} (3)` })
})

test('the dimensions and measures of a query are named, as far as there is room', () => {
  const queryOf = (by: string, measures: string) => ({ source: 'traffic', args: { client: '$client', by, measures } })
  const title = 'Tráfico por cualquier dimensión'
  expect(
    names({ a: queryOf('local', 'ins'), b: queryOf('weekday,hour', 'ins,visits,captureRate,conversionRate') }),
  ).toEqual({
    a: `${title} · Tienda · Entradas`,
    b: `${title} · Día de la semana, Hora · Entradas, Visitas, Tasa de capta…`,
  })
})

test('a document that is wrong has names too', () => {
  expect(
    names({ a: null, b: 7, c: { source: 'gone.source' }, d: { source: 'gone.source', args: 3, transform: 'x' } }),
  ).toEqual({ a: 'Consulta', b: 'Consulta (2)', c: 'gone.source', d: 'gone.source (2)' })
  expect([...queryNames({ queries: [] as never }, t, filter), ...queryNames({}, t, filter)]).toEqual([])
})
