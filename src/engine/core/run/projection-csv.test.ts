import { expect, test } from 'vitest'
import { type CsvStyle, writeCsv } from '#domain/csv'
import type { LeftOut } from '#domain/basis'
import type { Projection } from '../../types.ts'
import { csvOfProjection, csvWords } from './projection-csv.ts'

const TEXTS: Readonly<Record<string, string>> = {
  'app:csv.state': 'Estado',
  'app:csv.coverage': 'Cobertura',
  'app:csv.unit.percent': '%',
  'app:csv.unit.points': 'p. p.',
  'app:csv.unit.delta': '%',
  'app:csv.unit.duration': 's',
  'app:csv.basis': 'Comparación',
  'app:csv.basisDays': '{{paired}} días',
  'app:csv.basisHours': '{{share}} % de las horas',
  'app:stores.count': '{{compared}} de {{asked}} tiendas',
  'app:stores.sides': 'Todas las tiendas: {{comparing}} frente a {{reference}}',
  'app:stores.notJudged': 'Sin valorar',
  'app:stores.leftOut': 'Sin comparar',
  'app:stores.more': '{{count}} más',
  'app:stores.reason.notReference': 'solo en el periodo',
  'app:stores.reason.coverage': 'llegó el {{share}}',
  'ui:state.final': 'Final',
  'ui:state.partial': 'Incompleto',
  'ui:state.missing': 'Sin datos',
}
const words = csvWords((key, params = {}) =>
  (TEXTS[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name])),
)
const lines = (projection: Projection, style: Partial<CsvStyle> = {}) =>
  Buffer.concat([...writeCsv(csvOfProjection(projection, words, style), style)])
    .toString('utf8')
    .trimEnd()
    .split('\r\n')

const DAYS: Projection = {
  columns: [
    { id: 'day', label: 'Día', format: 'day', role: 'dim' },
    { id: 'ins', label: 'Entradas', format: 'count', role: 'measure' },
    { id: 'rate', label: 'Captación', format: 'percent', role: 'measure' },
    { id: 'stay', label: 'Estancia', format: 'duration', role: 'measure' },
  ],
  rows: [
    [20_776, 120, 21.234, 754.2],
    [20_777, null, null, null],
  ],
  states: ['partial', 'missing'],
  coverage: [0.875, 0],
  summary: '',
}

test('a file says the unit of each column, and the state and coverage of each row', () => {
  expect(lines(DAYS, { decimal: ',' })).toEqual([
    'Día;Entradas;Captación (%);Estancia (s);Estado;Cobertura (%)',
    '2026-11-19;120;21,23;754;Incompleto;87,50',
    '2026-11-20;;;;Sin datos;0,00',
  ])
})

const BASIS = {
  stores: 'same' as const,
  asked: 9,
  compared: 7,
  comparing: 8,
  reference: 9,
  leftOut: [],
  days: { paired: 20, comparing: 3, reference: 3, named: [], calendars: 1 },
  over: 0.961,
}

test('a file of a comparison says in each row what it rests on: stores, days, hours, and that nothing is judged', () => {
  const last = (projection: Projection) => lines(projection).map((line) => line.split(';').slice(6).join(';'))
  expect(last({ ...DAYS, basis: BASIS })).toEqual([
    'Comparación',
    '"7 de 9 tiendas; 20 días; 96.1 % de las horas"',
    '"7 de 9 tiendas; 20 días; 96.1 % de las horas"',
  ])
  expect(last({ ...DAYS, basis: { ...BASIS, stores: 'all' } })[1]).toBe(
    '"Todas las tiendas: 8 frente a 9; 20 días; 96.1 % de las horas; Sin valorar"',
  )
  const parts = [
    { id: 'a', title: 'A', projection: DAYS },
    { id: 'b', title: 'B', projection: DAYS },
  ]
  expect(
    lines({ columns: [], rows: [], summary: '', parts, basis: BASIS }).map((line) => line.includes('96.1')),
  ).toEqual([false, true, true, true, true])
})

test('a file of a comparison names the stores that are left out, and why; of many the first', () => {
  const named = (leftOut: readonly LeftOut[], asked: number) =>
    lines({
      ...DAYS,
      basis: { ...BASIS, asked, compared: 7, leftOut },
      leftOutNames: new Map([[4, 'Gran Vía']]),
    })[1]
      ?.split('; ')
      .slice(3)
      .join('; ')
      .replace(/"$/, '')
  expect(
    named(
      [
        { local: 4, reason: 'coverage', share: 0.512 },
        { local: 5, reason: 'notReference' },
      ],
      9,
    ),
  ).toBe('Sin comparar: Gran Vía (llegó el 51.2 %), #5 (solo en el periodo)')
  const many = Array.from({ length: 50 }, (_, at): LeftOut => ({ local: 10 + at, reason: 'notReference' }))
  expect(named(many, 67)?.split(', ')).toHaveLength(13)
  expect(named(many, 67)).toMatch(/#21 \(solo en el periodo\), 48 más$/)
})

test('a projection that says nothing of its completeness has no column of it', () => {
  const { states: _states, coverage: _coverage, ...plain } = DAYS
  expect(lines(plain)[0]).toBe('Día;Entradas;Captación (%);Estancia (s)')
})

test('columns with states of their own each have a column; the same states are said once; of many only the worst', () => {
  const two = lines({
    ...DAYS,
    columnStates: { ins: ['final', 'missing'], rate: ['final', 'missing'], stay: ['partial', 'partial'] },
  })
  expect(two.map((line) => line.split(';').slice(4, -1).join(';'))).toEqual([
    'Estado: Entradas;Estado: Estancia',
    'Final;Incompleto',
    'Sin datos;Incompleto',
  ])
  const hours = Array.from({ length: 6 }, (_, at) => ({
    id: `h${at}`,
    label: `${at}:00`,
    format: 'count' as const,
    role: 'measure' as const,
  }))
  const many: Projection = {
    columns: hours,
    rows: [[1, 2, 3, 4, 5, 6]],
    columnStates: Object.fromEntries(
      hours.map(({ id }, at) => [
        id,
        [(['final', 'partial', 'missing', 'settling', 'estimated', 'closed'] as const)[at] ?? 'final'],
      ]),
    ),
    summary: '',
  }
  expect(lines(many)).toEqual(['0:00;1:00;2:00;3:00;4:00;5:00;Estado', '1;2;3;4;5;6;Sin datos'])
})

test('small charts are one file, headed once, with the title of each in front and one state a row', () => {
  const part = (id: string, states: Projection['states']) => ({
    id,
    title: id,
    projection: { ...DAYS, coverage: undefined, ...(states && { states }) } as Projection,
  })
  const both = lines({
    columns: [],
    rows: [],
    summary: '',
    parts: [part('Marca', ['final', 'final']), part('Tienda', undefined)],
  })
  expect([both.length, both[0], both[1], both[4]]).toEqual([
    5,
    ';Día;Entradas;Captación (%);Estancia (s);Estado',
    'Marca;2026-11-19;120;21.23;754;Final',
    'Tienda;2026-11-20;;;;Sin datos',
  ])
})

test('a table that shows its coverage has that column once', () => {
  const shown: Projection = {
    columns: [
      { id: 'ins', label: 'Entradas', format: 'count', role: 'measure' },
      { id: 'coverage', label: 'Cobertura', format: 'percent', role: 'measure' },
    ],
    rows: [[5, 87.5]],
    states: ['partial'],
    coverage: [0.875],
    summary: '',
  }
  expect(lines(shown)).toEqual(['Entradas;Cobertura (%);Estado', '5;87.50;Incompleto'])
})
