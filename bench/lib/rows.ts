/**
 * Hourly rows as the product has them, the same on every machine: grouped by local and day, 24 hours each, 12 measures.
 */
import { dayOf } from '#domain/days'
import { noBits, numberData, setBit } from '#domain/frame-build'
import type { Column, Frame, NumberData } from '#domain/frame'

export const DIMENSIONS = ['client', 'local', 'area', 'day', 'hour'] as const
export const MEASURES = [
  'far',
  'fro',
  'ins',
  'bounces',
  'visits',
  'tickets',
  'insTimeS',
  'visitTimeS',
  'insInRange0',
  'insInRange1',
  'insInRange2',
  'insInRange3',
] as const

export const FIRST_DAY = dayOf(2024, 11, 1)
export const DAYS = 731

/** Small deterministic generator (mulberry32), 0 to 1. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * About `rows` rows: as many whole locals of two years as fit, at least one. Every twentieth day has no tickets yet.
 */
export function hourlyRows(rows: number): Frame {
  const locals = Math.max(1, Math.round(rows / (DAYS * 24)))
  const count = locals * DAYS * 24
  const columns: Record<string, Int32Array> = Object.fromEntries(
    [...DIMENSIONS, ...MEASURES].map((id) => [id, new Int32Array(count)]),
  )
  const ticketsKnown = noBits(count)
  const next = random(7)
  let row = 0
  for (let local = 1; local <= locals; local++) {
    for (let day = 0; day < DAYS; day++) {
      for (let hour = 0; hour < 24; hour++, row++) {
        const known = day % 20 !== local % 20
        if (known) setBit(ticketsKnown, row)
        fillRow(columns, row, { local, day: FIRST_DAY + day, hour, known }, next)
      }
    }
  }
  const describe = (id: string): Column =>
    DIMENSIONS.includes(id as never)
      ? { id, type: id === 'day' ? 'day' : 'int', role: 'dim' }
      : { id, type: 'int', role: 'measure', unit: 'count' }
  const data = Object.entries(columns).map(([id, values]): NumberData =>
    id === 'tickets' ? numberData(values, ticketsKnown) : { kind: 'numbers', values },
  )
  return { columns: Object.keys(columns).map(describe), data, rows: count }
}

function fillRow(
  columns: Record<string, Int32Array>,
  row: number,
  at: { local: number; day: number; hour: number; known: boolean },
  next: () => number,
): void {
  const busy = Math.max(0, Math.sin(((at.hour - 7) / 14) * Math.PI))
  const ins = Math.floor(busy * (40 + 60 * next()))
  const bounces = Math.floor(ins * 0.25 * next())
  const set = (id: string, value: number) => {
    ;(columns[id] as Int32Array)[row] = value
  }
  set('client', 1 + (at.local % 3))
  set('local', at.local)
  set('day', at.day)
  set('hour', at.hour)
  set('far', Math.floor(ins * 9 * next()))
  set('fro', Math.floor(ins * 4 * next()))
  set('ins', ins)
  set('bounces', bounces)
  set('visits', ins - bounces)
  set('tickets', at.known ? Math.floor((ins - bounces) * 0.4 * next()) : 0)
  set('insTimeS', Math.floor(ins * 600 * next()))
  set('visitTimeS', Math.floor((ins - bounces) * 800 * next()))
  set('insInRange0', Math.floor(ins * 0.4))
  set('insInRange1', Math.floor(ins * 0.3))
  set('insInRange2', Math.floor(ins * 0.2))
  set('insInRange3', ins - Math.floor(ins * 0.4) - Math.floor(ins * 0.3) - Math.floor(ins * 0.2))
}

export const values = (frame: Frame, id: string): Int32Array =>
  (frame.data[frame.columns.findIndex((column) => column.id === id)] as NumberData).values as Int32Array

/** Days as plain integers, which SQL can count with. */
export const withIntegerDays = (frame: Frame): Frame => ({
  ...frame,
  columns: frame.columns.map((column) => (column.type === 'day' ? { ...column, type: 'int' as const } : column)),
})
