/** Sample figures for stories: a fortnight of a shop, always the same. */
import type { Completeness } from '../format.ts'

/** Pseudo-random numbers in [0, 1), the same on every visit. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const WEEK = [0.78, 0.8, 0.84, 0.9, 1.15, 1.6, 1.05]

/** Daily values with a weekly shape around a level. */
export function daily(count: number, level: number, seed: number, growth = 0): number[] {
  const next = random(seed)
  return Array.from({ length: count }, (_, day) =>
    Math.round(level * (WEEK[day % 7] ?? 1) * (1 + growth * (day / count)) * (0.92 + next() * 0.16)),
  )
}

/** `Mon 16` in the reader's language, from a Monday on. */
export function dayNames(count: number, locale: string, from = Date.UTC(2026, 10, 2)): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: count }, (_, day) => format.format(from + day * 86_400_000))
}

export const final = (count: number): Completeness[] => Array.from({ length: count }, () => 'final' as const)

export const STORES = [
  'Gran Vía',
  'Preciados',
  'Diagonal',
  'Passeig de Gràcia',
  'Colón',
  'Larios',
  'Sierpes',
  'Uría',
  'Zorrilla',
  'Triana',
  'Alcalá',
  'Serrano',
  'La Maquinista',
  'Xanadú',
  'Nervión',
  'Parque Corredor',
]
