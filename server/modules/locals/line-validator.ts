/** Errors of a line of a file of locals, and the local made of it. */
import { addressProblem, isPosition } from '#domain/local-rules'
import localSchema from '../../../schemas/entities/local.schema.json' with { type: 'json' }
import { isZone } from '../../facts/zone.ts'
import { LONGEST, TEXTS } from './import-columns.ts'
import type { Cells, ImportColumn } from './import-columns.ts'
import type { LocalRow } from './record-repo.ts'

const TYPES: readonly string[] = localSchema.properties.type.enum
const STATUSES: readonly string[] = localSchema.properties.paramStatus.enum

/** A local that is there. */
export interface KnownLocal extends LocalRow {
  readonly id: number
  readonly client_id: number
}

export interface ValidatedLine {
  readonly client: number
  /** Null: a new one. */
  readonly before: KnownLocal | null
  readonly row: LocalRow
}

/** Why a line cannot be taken: a code, and what is wrong. */
export class LineProblem extends Error {
  readonly reason: string
  readonly value: string

  constructor(reason: string, value = '') {
    super(reason)
    this.reason = reason
    this.value = value
  }
}

export interface Known {
  /** The one of the call, where lines do not say theirs. */
  readonly client: number | null
  /** Clients by name, id of the system before this one, and real id; null for what names two of them. */
  readonly clients: ReadonlyMap<string, number | null>
  /** By client and code. */
  readonly locals: ReadonlyMap<string, KnownLocal>
  /** By client and name. */
  readonly dealerships: ReadonlyMap<string, number>
  readonly hasHours: (local: number) => boolean
  readonly hasCamera: (local: number) => boolean
}

export const keyOf = (client: number, name: string) => `${client} ${name}`
export const folded = (text: string) => text.normalize('NFC').trim().toLowerCase()

const NEW: Omit<LocalRow, 'name' | 'code' | 'time_zone'> = {
  type: 'store',
  param_status: 'operative',
  enabled: 1,
  locality: null,
  zip_code: null,
  street: null,
  country_code: null,
  region: null,
  lat: null,
  lng: null,
  external_id: null,
  mapping: null,
  old_id: null,
  opened_on: null,
  additional_information: '{}',
  dealership_id: null,
  pre_sealed: 0,
  big_venues: 0,
  corporate: 0,
  comments: '',
}

/** Lines of one file, in their order: what is there twice is wrong the second time. */
export function createLineValidator(known: Known) {
  const codes = new Set<string>()
  const names = new Map<string, number | null>()
  for (const { id, client_id: client, name } of known.locals.values()) names.set(keyOf(client, folded(name)), id)

  function clientOf({ client = '' }: Cells): number {
    if (client === '') {
      if (known.client === null) throw new LineProblem('CLIENT_REQUIRED')
      return known.client
    }
    const found = known.clients.get(folded(client))
    if (found === undefined) throw new LineProblem('CLIENT_NOT_FOUND', client)
    if (found === null) throw new LineProblem('CLIENT_AMBIGUOUS', client)
    return found
  }

  function number(cells: Cells, column: 'lat' | 'lng', most: number): number | null | undefined {
    const text = cells[column]
    if (text === undefined || text === '') return undefined
    const value = Number(text.replace(',', '.'))
    if (!Number.isFinite(value) || Math.abs(value) > most) throw new LineProblem('LOCAL_POSITION_INVALID', text)
    return value
  }

  function texts(cells: Cells): Partial<LocalRow> {
    const given: Record<string, string> = {}
    for (const [column, name] of Object.entries(TEXTS) as [keyof typeof TEXTS, keyof LocalRow][]) {
      const text = cells[column]
      // An empty cell says nothing: what is there stays.
      if (text === undefined || text === '') continue
      if (text.length > (LONGEST[column as ImportColumn] ?? 60)) throw new LineProblem('TOO_LONG', text.slice(0, 60))
      given[name] = text
    }
    return given as Partial<LocalRow>
  }

  function check(row: LocalRow, before: KnownLocal | null): void {
    if (Array.from(row.name).length < 3) throw new LineProblem('NAME_TOO_SHORT', row.name)
    if (!TYPES.includes(row.type)) throw new LineProblem('TYPE_INVALID', row.type)
    if (!STATUSES.includes(row.param_status)) throw new LineProblem('STATUS_INVALID', row.param_status)
    if (!isZone(row.time_zone)) throw new LineProblem('PLACE_TIME_ZONE_INVALID', row.time_zone)
    const problem = addressProblem(row.country_code, row.zip_code)
    if (problem !== null)
      throw new LineProblem('LOCAL_ADDRESS_INVALID', [row.country_code, row.zip_code].filter(Boolean).join(' '))
    if (!isPosition(row.lat, row.lng)) throw new LineProblem('LOCAL_POSITION_INVALID')
    if (before !== null && row.time_zone !== before.time_zone && known.hasHours(before.id))
      throw new LineProblem('LOCAL_CHANGE_NOT_ALLOWED', row.time_zone)
    if (before !== null && (row.external_id ?? '').trim() === '' && known.hasCamera(before.id))
      throw new LineProblem('EXTERNAL_CODE_REQUIRED')
  }

  return (cells: Cells): ValidatedLine => {
    const client = clientOf(cells)
    const { code = '', dealership = '' } = cells
    if (code === '') throw new LineProblem('CODE_REQUIRED')
    const key = keyOf(client, code)
    if (codes.has(key)) throw new LineProblem('CODE_TWICE', code)
    codes.add(key)
    const before = known.locals.get(key) ?? null
    const position = { lat: number(cells, 'lat', 90), lng: number(cells, 'lng', 180) }
    const given = texts(cells)
    const base = before ?? { ...NEW, name: '', code, time_zone: '' }
    const { id: _id, client_id: _client, ...kept } = { id: 0, client_id: 0, ...base }
    const row: LocalRow = {
      ...kept,
      ...given,
      ...(position.lat !== undefined && { lat: position.lat }),
      ...(position.lng !== undefined && { lng: position.lng }),
    }
    if (dealership !== '') {
      const found = known.dealerships.get(keyOf(client, folded(dealership)))
      if (found === undefined) throw new LineProblem('DEALERSHIP_NOT_FOUND', dealership)
      row.dealership_id = found
    }
    check(row, before)
    const name = keyOf(client, folded(row.name))
    const owner = names.get(name)
    if (owner !== undefined && owner !== (before?.id ?? -1) && row.name !== before?.name)
      throw new LineProblem('NAME_TAKEN', row.name)
    names.set(name, before?.id ?? null)
    return { client, before, row }
  }
}
