/** Files whose lines are no hours of a place, identified by their columns. */
import { describe, expect, test } from 'vitest'
import { detectFigures, FIGURE_FORMATS, fitsFormat, isPlaceFile } from './formats.ts'
import type { FigureField } from './kinds.ts'
import { columnsOf } from './figure-columns.ts'

const detected = (...headers: readonly string[]) => detectFigures(headers.map((header) => header.split(',')))?.name
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  flows: {
    time: 'Date, day, ts, ts_local, timestamp, DateTime, Fecha, Data, Datum',
    hour: 'Hour, Hora, Ora, Hodina',
    origin: 'Origin, origin_id, origin_name, From, Origen, Origem, Origine, Odkud',
    destination: 'Destination, destination_id, destination_name, To, Destino, Destinazione, Kam',
    trips: 'Trips, Journeys, Passengers, Viajes, Viagens, Viaggi, Cesty, Count',
  },
  profile: {
    sensor: 'station_code, stop_id, Station, Stop, Place, Estacion, Parada',
    slotStart: 'slot_start, Start, From, Inicio, Inizio',
    slotEnd: 'slot_end, End, To, Fin, Fine',
    boardings: 'Boardings, viajeros_subidos, Subidos, Subidas, Saliti, Ons',
    alightings: 'Alightings, viajeros_bajados, Bajados, Bajadas, Scesi, Offs',
  },
  monthly: {
    sensor: 'Place, Country, Store, Region, Pais, Tienda, Paese',
    month: 'Month, Period, Quarter, Mes, Mese, Mesic, Trimestre',
    item: 'Item, Brand, Product, Marca, Producto, Marchio, Znacka',
    figure: 'Figure, Value, Sales, Units, Registrations, Total, Ventas, Unidades',
  },
}

test.each(Object.entries(NAMES))('columns of a file of %s may have these names', (name, fields) => {
  const format = FIGURE_FORMATS.get(name)!
  const first = Object.fromEntries(Object.entries(fields).map(([field, names]) => [field, names.split(', ')[0]!]))
  for (const [field, names] of Object.entries(fields))
    for (const column of names.split(', ')) {
      const header = Object.values({ ...first, [field]: column })
      const at = Object.keys(first).indexOf(field)
      expect([column, fitsFormat(header, format), columnsOf(header, format).get(field as FigureField)]).toEqual([
        column,
        true,
        at,
      ])
      const without = Object.entries(first).flatMap(([other, of]) => (other === field ? [] : [of]))
      const isNeeded = !['hour', 'item'].includes(field) && !(name === 'monthly' && field === 'sensor')
      expect([field, fitsFormat(without, format)]).toEqual([field, !isNeeded])
    }
})

test('formats of one source have the columns of that source', () => {
  const at = (name: string, header: string) =>
    Object.keys(Object.fromEntries(columnsOf(header.split(','), FIGURE_FORMATS.get(name)!)))
  expect(at('bmrcl-od', 'date,hour,origin_id,destination_id,trips')).toEqual([
    'time',
    'origin',
    'destination',
    'trips',
    'hour',
  ])
  expect(at('renfe-rodalies', 'station_code,station,slot_start,slot_end,boardings,alightings')).toEqual([
    'sensor',
    'slotStart',
    'slotEnd',
    'boardings',
    'alightings',
    'placeName',
  ])
  expect(at('car-registrations', 'country,period,brand,registrations')).toEqual(['month', 'figure', 'sensor', 'item'])
})

describe('a format is found', () => {
  test.each([
    ['day,origin,destination,trips', 'flows'],
    ['fecha,hora,origen,destino,viajes', 'flows'],
    ['date,hour,origin_id,destination_id,trips', 'bmrcl-od'],
    ['DATE, Hour ,Origin_ID,destination_id,Trips,x', 'bmrcl-od'],
    ['stop,start,end,ons,offs', 'profile'],
    ['station_code,station,slot_start,slot_end,boardings,alightings', 'renfe-rodalies'],
    ['country,period,brand,registrations', 'car-registrations'],
  ])('by the columns %s: %s', (header, name) => {
    expect(detected(header)).toBe(name)
  })

  test('only where all files fit it, or name its places, and one of them has its figures', () => {
    const trips = 'date,hour,origin_id,destination_id,trips'
    expect(detected(trips, trips, 'station_id,station')).toBe('bmrcl-od')
    expect(detected('station_id,station', trips)).toBe('bmrcl-od')
    expect(detected(trips, 'id,name')).toBe('flows')
    expect(detected(trips, 'ts,sensor,ins')).toBeUndefined()
    expect(detected('station_id,station')).toBeUndefined()
    expect(detected('ts,sensor,ins')).toBeUndefined()
    expect(detected()).toBeUndefined()
  })

  test('and figures of months only where chosen: many files have a period and a total', () => {
    expect(detected('period,total')).toBeUndefined()
    expect(fitsFormat(['period', 'total'], FIGURE_FORMATS.get('monthly')!)).toBe(true)
  })
})

test('a file of places has the number and the name of each, and no figures', () => {
  const is = (header: string, name: string) => isPlaceFile(header.split(','), FIGURE_FORMATS.get(name)!)
  for (const header of ['id,name', 'PLACE_ID,station,x', 'station_id,place', 'stop_id,stop_name'])
    expect([header, is(header, 'flows')]).toEqual([header, true])
  for (const header of ['id', 'name', 'id,title', 'id,name,date,from,to,trips'])
    expect([header, is(header, 'flows')]).toEqual([header, false])
  expect([
    is('station_id,station', 'bmrcl-od'),
    is('id,station', 'bmrcl-od'),
    is('station_code,name', 'profile'),
    is('stop_id,stop_name', 'profile'),
    is('station_code,name', 'renfe-rodalies'),
    is('stop_id,name', 'renfe-rodalies'),
    is('id,name', 'monthly'),
    is('country,name', 'car-registrations'),
  ]).toEqual([true, false, true, true, true, false, false, false])
})

test('a format says what its source does: its clock, its items that are not named, what is not there, what it makes', () => {
  const said = [...FIGURE_FORMATS.values()].map(
    ({ name, kind, timeZone, label, absentIsZero, rest, places, clientType, localType }) => [
      name,
      kind,
      { timeZone, label, absentIsZero, rest: rest?.length, position: [places?.lat, places?.lng] },
      clientType,
      localType,
    ],
  )
  expect(said).toEqual([
    ['flows', 'flows', { position: [undefined, undefined] }, 'basic', 'transport'],
    ['bmrcl-od', 'flows', { timeZone: 'Asia/Kolkata', position: [undefined, undefined] }, 'basic', 'transport'],
    ['profile', 'profile', { position: [undefined, undefined] }, 'basic', 'transport'],
    [
      'renfe-rodalies',
      'profile',
      { timeZone: 'Europe/Madrid', label: '2018', absentIsZero: true, position: [['lat'], ['lng']] },
      'basic',
      'transport',
    ],
    ['monthly', 'monthly', { rest: 7, position: [undefined, undefined] }, 'basic', 'store'],
    [
      'car-registrations',
      'monthly',
      { timeZone: 'UTC', rest: 1, position: [undefined, undefined] },
      'automotive',
      'automotive',
    ],
  ])
  expect(FIGURE_FORMATS.get('monthly')!.rest).toEqual('other others otros outros altri altres ostatni'.split(' '))
  expect(FIGURE_FORMATS.get('car-registrations')!.rest).toEqual(['other'])
  for (const { name, about } of FIGURE_FORMATS.values()) expect([name, about.length > 30]).toEqual([name, true])
})
