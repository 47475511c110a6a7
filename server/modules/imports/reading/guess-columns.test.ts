import { describe, expect, test } from 'vitest'
import { guessColumns, looksLikeDate, looksLikeHour, withDirection } from './guess-columns.ts'
import { presetNamed, type Preset } from './preset.ts'

const HOURLY = presetNamed('hourly')
const hourly = (changes: Partial<Preset> = {}): Preset => ({ ...HOURLY, ...changes })
/** A format that knows no name. */
const BARE: Preset = { ...HOURLY, name: 'bare', columns: { time: [], atoms: {} } }
type Rows = readonly (readonly string[])[]
/** The columns that are used, by what for; names of a preset that the file does not have are left out. */
function used({ columns, lines }: Preset, header: readonly string[]) {
  const there = (names: readonly string[] | undefined) =>
    names?.map((name) => header.find((column) => column.toLowerCase() === name.toLowerCase())).find(Boolean)
  const fields = {
    time: there(columns.time),
    hour: there(columns.hour),
    sensor: there(columns.sensor),
    direction: there(columns.direction),
    area: columns.area?.map(there).filter(Boolean).join('+') || undefined,
    ...Object.fromEntries(Object.entries(columns.atoms).map(([atom, names]) => [atom, there(names)])),
    lines,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, column]) => column !== undefined))
}
const guess = (header: readonly string[], rows: Rows = [], preset = HOURLY, taken: readonly string[] = []) =>
  used(guessColumns(preset, header, rows, new Set(taken)), header)

const LANGUAGES: Readonly<Record<string, Readonly<Record<'time' | 'hour' | 'sensor' | 'area', string>>>> = {
  English: {
    time: 'TS, ts_local, Timestamp, DateTime, Date Time, date, Day, TIME, start, Start time, Period-start, from',
    hour: 'Hour, hour_of_day, h',
    sensor:
      'Sensor, sensor id, Sensor-Name, Location, location.name, Site, site_name, Counter, Store, store id, Store ' +
      'name, Shop, local, Place, Branch, Centre, Center, Station, Camera, door',
    area: 'Area, Zone, direction',
  },
  Spanish: {
    time: 'Fecha, Fecha y hora, fecha_hora, FECHA/HORA, Día, momento, Inicio',
    hour: 'Hora',
    sensor: 'Tienda, Punto, Punto de venta, Ubicación, Centro, Establecimiento, Puerta',
    area: 'Zona, Dirección, Sentido',
  },
  Portuguese: {
    time: 'Data, Data e hora, data hora, Início, Quando',
    hour: 'Hora',
    sensor: 'Loja, Ponto, Ponto de venda, Localização',
    area: 'Direção, zona',
  },
  Italian: {
    time: 'Data, Data ora, data e ora, Giorno, Inizio',
    hour: 'Ora',
    sensor: 'Negozio, Punto vendita, Sede',
    area: 'Direzione, zona',
  },
  Catalan: {
    time: 'Data, Data i hora, Dia, Inici',
    hour: 'Hora',
    sensor: 'Botiga, Ubicació',
    area: 'Direcció, zona',
  },
  Czech: {
    time: 'Datum, Datum a čas, Čas, Den, Začátek',
    hour: 'Hodina',
    sensor: 'Prodejna, Pobočka, Místo, Obchod',
    area: 'Směr, zóna',
  },
}
const COUNTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ins: {
    English: 'Ins, IN, Count, Counts, Total, Entries, Visitors, People, Footfall, hourly_counts, Value',
    Spanish: 'Entradas, Entran, Personas, Visitantes, Conteo, Cuenta, Total personas',
    Portuguese: 'Entradas, Pessoas, Contagem',
    Italian: 'Ingressi, Entrate, Persone',
    Catalan: 'Entrades, Persones',
    Czech: 'Vstupy, Příchody, Návštěvníci, Počet',
  },
  fro: {
    English: 'fro, Frontal, Passing, Passers-by',
    Spanish: 'Paso, Transeúntes',
    Portuguese: 'Frente',
    Italian: 'Passanti',
    Czech: 'Kolemjdoucí',
  },
  far: { English: 'Far' },
  bounces: { English: 'Bounces', Spanish: 'Rebotes' },
  visits: { English: 'Visits', Spanish: 'Visitas', Italian: 'Visite', Catalan: 'Visites', Czech: 'Návštěvy' },
  tickets: {
    English: 'Tickets, Ticket, Transactions',
    Spanish: 'Transacciones',
    Portuguese: 'Bilhetes',
    Italian: 'Scontrini',
    Catalan: 'Tiquets',
    Czech: 'Účtenky',
  },
}

describe('a common name identifies a column', () => {
  const list = (names: string) => names.split(', ')
  test.each(Object.entries(LANGUAGES))('in %s', (_, { time, hour, sensor, area }) => {
    for (const name of list(time)) {
      expect([name, guess([name, 'x', 'ins'], [], BARE)]).toEqual([name, { time: name, ins: 'ins' }])
      expect([name, looksLikeDate(name)]).toEqual([name, true])
    }
    for (const name of list(hour)) {
      expect([name, guess(['date', name, 'ins'], [], BARE)]).toEqual([name, { time: 'date', hour: name, ins: 'ins' }])
      expect([name, looksLikeHour(name)]).toEqual([name, true])
    }
    for (const name of list(sensor))
      expect([name, guess(['ts', name, 'ins'], [], BARE)]).toEqual([name, { time: 'ts', sensor: name, ins: 'ins' }])
    for (const name of list(area))
      expect([name, guess(['ts', 'sensor', name, 'ins'], [], BARE)]).toEqual([
        name,
        { time: 'ts', sensor: 'sensor', area: name, ins: 'ins' },
      ])
  })

  test.each(Object.entries(COUNTS))('that it counts %s', (atom, languages) => {
    for (const name of Object.values(languages).flatMap(list))
      expect([name, guess(['ts', 'sensor', name], [], BARE)]).toEqual([
        name,
        { time: 'ts', sensor: 'sensor', [atom]: name },
      ])
  })

  test('and others identify none', () => {
    expect([looksLikeDate('weather'), looksLikeHour('weather'), looksLikeDate(''), looksLikeHour('')]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(guess(['ts', 'weather', '', 'ins'])).toEqual({ time: 'ts', ins: 'ins' })
  })

  test('but not one that was given another use by hand, nor one that two columns have', () => {
    expect(guess(['fecha', 'tienda', 'entradas'], [], HOURLY, ['tienda'])).toEqual({ time: 'fecha', ins: 'entradas' })
    expect(guess(['fecha', 'tienda', 'Tienda', 'entradas'])).toEqual({ time: 'fecha', ins: 'entradas' })
    expect(guessColumns(BARE, ['ts', 'ins'], [], new Set()).columns).not.toHaveProperty('area')
  })

  test('each column is one thing only: the first name that is known wins', () => {
    expect(guess(['Fecha', 'Día', 'Tienda', 'Puerta', 'Visitantes', 'Conteo'])).toEqual({
      time: 'Fecha',
      sensor: 'Tienda',
      ins: 'Visitantes',
    })
    expect(guess(['Data', 'Ora', 'Direzione', 'Zona', 'Persone'])).toEqual({
      time: 'Data',
      hour: 'Ora',
      area: 'Zona',
      ins: 'Persone',
    })
  })

  test('names of a format come before all others', () => {
    const leeds = presetNamed('leeds')
    expect(guess(['Fecha', 'DateTime', 'Tienda', 'sensor', 'people', 'count'], [], leeds)).toMatchObject({
      time: 'DateTime',
      sensor: 'sensor',
      ins: 'count',
    })
    expect(guess(['Fecha', 'Tienda', 'Entradas'], [], leeds)).toMatchObject({
      time: 'Fecha',
      sensor: 'Tienda',
      ins: 'Entradas',
    })
  })
})

describe('the content of a column identifies it', () => {
  const rows = (...cells: readonly string[]): Rows => cells.map((cell) => cell.split('|'))

  test('the time: nine in ten of its cells are times, in any order of day and month', () => {
    const times = (wrong: number) =>
      Array.from({ length: 10 }, (_, i) => [i < wrong ? 'later' : `2025-09-${10 + i}`, 'shop'])
    expect(guess(['wann', 'x', 'ins'], times(1))).toEqual({ time: 'wann', ins: 'ins' })
    expect(guess(['wann', 'x', 'ins'], times(2))).toEqual({ ins: 'ins' })
    expect(guess(['x', 'wann', 'ins'], rows('a|12/31/2025 10:00', 'b|12/30/2025 10:00'))).toEqual({
      time: 'wann',
      ins: 'ins',
    })
    expect(guess(['x', 'wann', 'ins'], rows('a|', 'b| 31/12/2025 ', 'c'))).toEqual({ time: 'wann', ins: 'ins' })
    expect(guess(['x', 'wann', 'ins'], rows('a|', 'b|'))).toEqual({ ins: 'ins' })
    expect(guess(['x', 'wann', 'ins'], rows('a|1/9/2025', 'b|2/9/2025'), HOURLY, ['wann'])).toEqual({ ins: 'ins' })
  })

  test('the count: it is the only column of numbers', () => {
    const file = rows('2025-09-01|12|a', '2025-09-02|1,204|b')
    expect(guess(['ts', 'nº', 'tienda'], file)).toEqual({ time: 'ts', sensor: 'tienda', ins: 'nº' })
    expect(guess(['ts', 'nº', 'm²'], rows('2025-09-01|12|40', '2025-09-02|1|40'))).toEqual({ time: 'ts' })
    expect(guess(['ts', 'nº', 'x'], rows('2025-09-01|12|a', '2025-09-02|1 m|b'))).toEqual({ time: 'ts' })
    expect(guess(['ts', 'nº', 'x'], rows('2025-09-01||a', '2025-09-02||b'))).toEqual({ time: 'ts' })
    expect(guess(['ts', 'nº', 'x'], rows('2025-09-01|-3|a', '2025-09-02|1234567890|b'))).toEqual({ time: 'ts' })
    expect(guess(['ts', 'nº', 'x'], rows('2025-09-01| 3 |a', '2025-09-02|1.5|b'))).toEqual({ time: 'ts', ins: 'nº' })
    expect(guess(['ts', 'nº', 'tienda'], file, HOURLY, ['nº'])).toEqual({ time: 'ts', sensor: 'tienda' })
    expect(guess(['ts', 'hour', 'x'], rows('2025-09-01|7|a', '2025-09-02|8|b'))).toEqual({ time: 'ts', hour: 'hour' })
  })

  test('that numbers are no count beside one that has a name, and where lines are passages', () => {
    const file = rows('2025-09-01|12|4', '2025-09-02|1|5')
    expect(guess(['ts', 'nº', 'visitas'], file)).toEqual({ time: 'ts', visits: 'visitas' })
    expect(guess(['ts', 'nº', 'x'], rows('2025-09-01|12|a'), hourly({ lines: 'passages' }))).toEqual({
      time: 'ts',
      lines: 'passages',
    })
  })

  test('that an area of in and out is none, and one of zones is', () => {
    const ways = (...cells: readonly string[]) => cells.map((cell) => ['2025-09-01 10:00', cell, '4'])
    expect(guess(['ts', 'zona', 'ins'], ways('norte', 'sur'))).toEqual({ time: 'ts', area: 'zona', ins: 'ins' })
    expect(guess(['ts', 'zona', 'ins'], ways('entrada', 'salida'))).toEqual({ time: 'ts', ins: 'ins' })
    expect(guess(['ts', 'zona', 'ins'], ways('entrada', 'patio'))).toEqual({ time: 'ts', area: 'zona', ins: 'ins' })
    expect(guess(['ts', 'area', 'ins'], ways('in', 'out'))).toEqual({ time: 'ts', ins: 'ins' })
    expect(guess(['ts', 'area', 'ins'], ways('in', 'out'), HOURLY, ['area'])).toEqual({
      time: 'ts',
      area: 'area',
      ins: 'ins',
    })
    expect(guess(['ts', 'area', 'ins'], ways('', ''))).toEqual({ time: 'ts', area: 'area', ins: 'ins' })
  })
})

describe('a column of directions', () => {
  const file: Rows = [
    ['2025-09-01 10:00', 'in', 'Plaza', '7'],
    ['2025-09-01 10:01', 'out', 'Plaza', '8'],
  ]

  test('beside no count makes each line a passage', () => {
    expect(guess(['ts', 'direction', 'sensor'], file)).toEqual({
      time: 'ts',
      direction: 'direction',
      sensor: 'sensor',
      lines: 'passages',
    })
  })

  test('beside a count says which people it counts, beside numbers that may be a count nothing is decided', () => {
    expect(guess(['ts', 'direction', 'sensor', 'count'], file)).toEqual({
      time: 'ts',
      direction: 'direction',
      sensor: 'sensor',
      ins: 'count',
    })
    expect(guess(['ts', 'direction', 'sensor', 'x'], file)).toEqual({
      time: 'ts',
      direction: 'direction',
      sensor: 'sensor',
    })
    expect(guess(['ts', 'direction', 'sensor', ' device_id '], file)).toEqual({
      time: 'ts',
      direction: 'direction',
      sensor: 'sensor',
      lines: 'passages',
    })
    expect(guess(['ts', 'direction', 'sensor'], file, hourly({ lines: 'parts' }))).toMatchObject({ lines: 'parts' })
  })

  test('is none that is a place already', () => {
    expect(
      guess(
        ['ts', 'sensor', 'ins'],
        [
          ['2025-09-01 10:00', 'in', '4'],
          ['2025-09-01 10:00', 'out', '4'],
        ],
      ),
    ).toEqual({
      time: 'ts',
      sensor: 'sensor',
      ins: 'ins',
    })
  })

  test('is not looked for beside a column of people out, nor in a format that says what its columns are', () => {
    expect(guess(['ts', 'direction', 'in', 'out'], file)).toEqual({ time: 'ts', ins: 'in', outs: 'out' })
    expect(guess(['ts_local', 'direction', 'sensor', 'count'], file, presetNamed('leeds'))).not.toHaveProperty(
      'direction',
    )
    const said = { ...presetNamed('leeds'), columns: { ...presetNamed('leeds').columns, direction: ['Direction'] } }
    expect(guess(['ts_local', 'direction', 'sensor', 'count'], file, said)).toMatchObject({ direction: 'direction' })
  })

  test('on the command line is found too, where nothing else is guessed', () => {
    const header = ['ts', 'direction', 'sensor']
    expect(used(withDirection(HOURLY, header, file), header)).toEqual({
      time: 'ts',
      direction: 'direction',
      sensor: 'sensor',
      lines: 'passages',
    })
    expect(used(withDirection(HOURLY, [...header, 'x'], file), header)).not.toHaveProperty('lines')
    const others = ['Fecha', 'Sentido', 'Tienda']
    expect(used(withDirection(HOURLY, others, file), others)).toEqual({ direction: 'Sentido', lines: 'passages' })
    const nothing = ['ts', 'x', 'sensor']
    expect(withDirection(HOURLY, nothing, [['2025-09-01 10:00', 'a', 'Plaza']])).toBe(HOURLY)
  })

  test('on the command line is none that is used for something else, that two columns are called, or beside people out', () => {
    for (const [header, preset] of [
      [['ts', 'direction', 'sensor'], hourly({ said: ['Direction'] })],
      [['ts', 'direction', 'DIRECTION'], HOURLY],
      [['ts', '', 'sensor'], HOURLY],
      [['ts', 'direction', 'out'], HOURLY],
      [['ts', 'direction', 'sensor'], { ...HOURLY, columns: { ...HOURLY.columns, kind: ['direction'] } }],
      [['ts', 'direction', 'sensor'], { ...HOURLY, columns: { ...HOURLY.columns, hour: ['direction'] } }],
      [['ts', 'direction', 'sensor'], { ...HOURLY, columns: { ...HOURLY.columns, sensor: ['direction'] } }],
      [['ts', 'direction', 'sensor'], { ...HOURLY, columns: { ...HOURLY.columns, time: ['direction'] } }],
      [['ts', 'direction', 'sensor'], { ...HOURLY, columns: { ...HOURLY.columns, atoms: { ins: ['direction'] } } }],
      [['ts', 'direction', 'sensor'], presetNamed('leeds')],
    ] as const)
      expect([header, withDirection(preset, header, file) === preset]).toEqual([header, true])
  })

  test('on the command line is no area any more, and other areas stay', () => {
    const header = ['ts', 'direction', 'area', 'ins']
    const found = withDirection(HOURLY, header, file)
    expect([found.columns.area, found.columns.direction, found.lines]).toEqual([[['area']], ['direction'], undefined])
    const { area: _, ...without } = HOURLY.columns
    expect(withDirection({ ...HOURLY, columns: without }, header, file).columns).not.toHaveProperty('area')
    expect(
      withDirection({ ...HOURLY, columns: { ...without, direction: ['area'] } }, header, file).columns.direction,
    ).toEqual(['area'])
  })
})
