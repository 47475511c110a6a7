/**
 * The board all contestants draw: 12 panels on 1280 x 1500, the same numbers for each. Pure, and made before the clock
 * of a change starts.
 */

export const PERIOD_DAYS = 365
export const HOURS = 24
export const STACKS = ['0-5 min', '5-15 min', '15-30 min', '> 30 min'] as const
export const TABLE_ROWS = 500
export const TABLE_COLUMNS = ['far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'capture'] as const
export const FIRST_DAY_MS = Date.UTC(2024, 0, 1)
export const DAY_MS = 86_400_000

/** 12 columns; rows of 30 px with 8 px between. All of it is on the screen at once, so nothing is lazy. */
export interface Place {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
export const PLACES: readonly Place[] = [
  ...[0, 1, 2, 3].map((n) => ({ id: `kpi${n}`, x: n * 3, y: 0, w: 3, h: 4 })),
  ...[0, 1, 2, 3].map((n) => ({ id: `series${n}`, x: (n % 2) * 6, y: n < 2 ? 4 : 12, w: 6, h: 8 })),
  ...[0, 1].map((n) => ({ id: `bars${n}`, x: n * 4, y: 20, w: 4, h: 8 })),
  { id: 'donut', x: 8, y: 20, w: 4, h: 8 },
  { id: 'table', x: 0, y: 28, w: 12, h: 8 },
]

export interface BoardNumbers {
  readonly kpis: readonly { readonly name: string; readonly value: number; readonly before: number }[]
  readonly series: readonly {
    readonly name: string
    readonly comparing: readonly number[]
    readonly reference: readonly number[]
  }[]
  readonly bars: readonly { readonly name: string; readonly stacks: readonly (readonly number[])[] }[]
  readonly donut: readonly { readonly name: string; readonly value: number }[]
  readonly table: readonly { readonly store: string; readonly values: readonly number[] }[]
}

/** A small repeatable generator (mulberry32): 0 <= x < 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const daily = (next: () => number, level: number) =>
  Array.from({ length: PERIOD_DAYS }, (_, day) =>
    Math.round(level * (1 + 0.4 * Math.sin((day / 7) * 2 * Math.PI) + 0.3 * next())),
  )

/** The numbers of filter value `filter`: every panel differs from one value to the next. */
export function boardNumbers(filter: number): BoardNumbers {
  const next = randomFrom(filter * 7919 + 17)
  const upTo = (limit: number) => Math.round(next() * limit)
  return {
    kpis: ['Visits', 'Entries', 'Tickets', 'Capture'].map((name) => ({
      name,
      value: 1000 + upTo(99_000),
      before: 1000 + upTo(99_000),
    })),
    series: ['Visits', 'Entries', 'Tickets', 'Outside'].map((name, n) => ({
      name,
      comparing: daily(next, 800 * (n + 1)),
      reference: daily(next, 760 * (n + 1)),
    })),
    bars: ['Time inside', 'Time inside before'].map((name) => ({
      name,
      stacks: STACKS.map(() => Array.from({ length: HOURS }, () => 20 + upTo(400))),
    })),
    donut: STACKS.map((name) => ({ name, value: 100 + upTo(4000) })),
    table: Array.from({ length: TABLE_ROWS }, (_, row) => ({
      store: `Store ${String(row + 1).padStart(3, '0')}`,
      values: TABLE_COLUMNS.map(() => upTo(20_000)),
    })),
  }
}

/** Two filter values, made when the page starts; a change goes from one to the other. */
export const FILTERS: readonly [BoardNumbers, BoardNumbers] = [boardNumbers(0), boardNumbers(1)]
export const numbersOf = (filter: number): BoardNumbers => FILTERS[filter % 2 === 0 ? 0 : 1]

/** Calls of the probe of the bench. */
declare global {
  interface Window {
    boardChange?: (filter: number) => void
  }
}
