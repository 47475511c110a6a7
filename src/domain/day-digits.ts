/**
 * Civil days in digits, day first in every language: axes and tables write thousands of them, so they are counted with
 * integers. Dates in words, and instants, are written in `written.ts`.
 */
import { civil } from './days.ts'

const two = (value: number) => (value < 10 ? `0${value}` : String(value))

/** `DD/MM`, on axes. */
export function axisDay(day: number): string {
  const { month, date } = civil(day)
  return `${two(date)}/${two(month)}`
}

/** `DD/MM/YYYY`, in headings of dashboards. */
export const headDay = (day: number): string => `${axisDay(day)}/${civil(day).year}`

/** `DD-MM-YYYY`, in tables, lists and facts of a record. */
export function tableDay(day: number): string {
  const { year, month, date } = civil(day)
  return `${two(date)}-${two(month)}-${year}`
}
