/**
 * Files whose lines are no hours of a place, as data: trips between places, profiles of an average day, figures of
 * months.
 */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { fold } from '../names.ts'
import type { Preset } from '../preset.ts'
import { FIELDS, type FigureField } from './kinds.ts'
import type { FigureKind } from '../../../../facts/figures.ts'

export interface FigureFormat {
  readonly name: string
  /** One line for `--help`. */
  readonly about: string
  readonly kind: FigureKind
  /** Names that a column may have; the first one that the file has is taken. */
  readonly columns: { readonly [field in FigureField]?: readonly string[] }
  readonly timeZone?: string
  /** A profile: of what it is the average. */
  readonly label?: string
  /** The source says that missing slots are 0. */
  readonly absentIsZero?: boolean
  /** Items for everything that is not named. */
  readonly rest?: readonly string[]
  /** Columns of a file of places, which may be among the files. */
  readonly places?: NonNullable<Preset['places']>
  readonly clientType: Client['type']
  readonly localType: Local['type']
}

const STATION = { clientType: 'basic', localType: 'transport' } as const

const ALL: readonly FigureFormat[] = [
  {
    name: 'flows',
    about: 'trips from a place to another one by the hour of their begin (origin, destination, trips)',
    kind: 'flows',
    columns: {
      time: ['date', 'day', 'ts', 'ts_local', 'timestamp', 'datetime', 'fecha', 'data', 'datum'],
      hour: ['hour', 'hora', 'ora', 'hodina'],
      origin: ['origin', 'origin_id', 'origin_name', 'from', 'origen', 'origem', 'origine', 'odkud'],
      destination: ['destination', 'destination_id', 'destination_name', 'to', 'destino', 'destinazione', 'kam'],
      trips: ['trips', 'journeys', 'passengers', 'viajes', 'viagens', 'viaggi', 'cesty', 'count'],
    },
    places: { key: ['id', 'place_id', 'station_id', 'stop_id'], name: ['name', 'station', 'place', 'stop_name'] },
    ...STATION,
  },
  {
    name: 'bmrcl-od',
    about: 'Bengaluru metro: trips between stations (date, hour, origin_id, destination_id, trips) and its stations',
    kind: 'flows',
    timeZone: 'Asia/Kolkata',
    columns: {
      time: ['date'],
      hour: ['hour'],
      origin: ['origin_id'],
      destination: ['destination_id'],
      trips: ['trips'],
    },
    places: { key: ['station_id'], name: ['station'] },
    ...STATION,
  },
  {
    name: 'profile',
    about: 'an average day by place and slot (place, slot_start, slot_end, boardings, alightings)',
    kind: 'profile',
    columns: {
      sensor: ['station_code', 'stop_id', 'station', 'stop', 'place', 'estacion', 'parada'],
      slotStart: ['slot_start', 'start', 'from', 'inicio', 'inizio'],
      slotEnd: ['slot_end', 'end', 'to', 'fin', 'fine'],
      boardings: ['boardings', 'viajeros_subidos', 'subidos', 'subidas', 'saliti', 'ons'],
      alightings: ['alightings', 'viajeros_bajados', 'bajados', 'bajadas', 'scesi', 'offs'],
    },
    places: { key: ['station_code', 'stop_id'], name: ['name', 'stop_name'] },
    ...STATION,
  },
  {
    name: 'renfe-rodalies',
    about: 'Renfe Rodalies: the average day of 2018 by station and half hour; absent slots had no people',
    kind: 'profile',
    timeZone: 'Europe/Madrid',
    label: '2018',
    absentIsZero: true,
    columns: {
      sensor: ['station_code'],
      placeName: ['station'],
      slotStart: ['slot_start'],
      slotEnd: ['slot_end'],
      boardings: ['boardings'],
      alightings: ['alightings'],
    },
    places: { key: ['station_code'], name: ['name'], lat: ['lat'], lng: ['lng'] },
    ...STATION,
  },
  {
    name: 'monthly',
    about: 'figures of months or quarters (month as 2024-03 or 2024-Q1, with a place, an item, or both)',
    kind: 'monthly',
    columns: {
      sensor: ['place', 'country', 'store', 'region', 'pais', 'tienda', 'paese'],
      month: ['month', 'period', 'quarter', 'mes', 'mese', 'mesic', 'trimestre'],
      item: ['item', 'brand', 'product', 'marca', 'producto', 'marchio', 'znacka'],
      figure: ['figure', 'value', 'sales', 'units', 'registrations', 'total', 'ventas', 'unidades'],
    },
    rest: ['other', 'others', 'otros', 'outros', 'altri', 'altres', 'ostatni'],
    clientType: 'basic',
    localType: 'store',
  },
  {
    name: 'car-registrations',
    about: 'new cars by country, month or quarter, and brand; "other" are all brands that are not named',
    kind: 'monthly',
    timeZone: 'UTC',
    columns: { sensor: ['country'], month: ['period'], item: ['brand'], figure: ['registrations'] },
    rest: ['other'],
    clientType: 'automotive',
    localType: 'automotive',
  },
]

export const FIGURE_FORMATS: ReadonlyMap<string, FigureFormat> = new Map(ALL.map((format) => [format.name, format]))

type Head = readonly string[]
const has = (header: Head, names: readonly string[] | undefined) =>
  names?.some((name) => header.some((column) => fold(column) === fold(name))) === true

/** All that a line of this format needs is among the columns. */
export const fitsFormat = (header: Head, { kind, columns }: FigureFormat): boolean =>
  FIELDS[kind].needs.every((field) => has(header, columns[field]))

/** A file of places among the others: it names what the lines only number. */
export const isPlaceFile = (header: Head, format: FigureFormat): boolean =>
  !fitsFormat(header, format) && has(header, format.places?.key) && has(header, format.places?.name)

/**
 * The format that fits all files, the one with the most telling columns first; null when the lines are hours, or
 * nothing fits.
 */
export function detectFigures(headers: readonly Head[]): FigureFormat | null {
  const fits = (format: FigureFormat) =>
    headers.some((header) => fitsFormat(header, format)) &&
    headers.every((header) => fitsFormat(header, format) || isPlaceFile(header, format))
  // A name that many files have (period, total) identifies no format: general formats of months are chosen by hand.
  const found = ALL.filter((format) => format.name !== 'monthly' && fits(format))
  return found.find(({ timeZone }) => timeZone !== undefined) ?? found[0] ?? null
}
