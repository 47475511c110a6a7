/** The text of an argument of a source, and its value. */
import { strangeWord } from '#engine/core/params/arg-fits'
import type { SourceArg } from '#engine/types'

export type Typed = Readonly<Record<string, string>>
export type ArgumentProblem = 'required' | 'id' | 'ids' | 'date' | 'number' | 'word'

const ID = /^[1-9]\d{0,9}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
/** Beyond this an address is refused by servers and proxies. */
export const MAX_IDS = 500
const idsOf = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

export function problemOf(arg: SourceArg, typed: string): ArgumentProblem | null {
  const { type, required = false } = arg
  const text = typed.trim()
  if (text === '') return required ? 'required' : null
  if (type === 'id') return ID.test(text) ? null : 'id'
  if (type === 'date') return isDay(text) ? null : 'date'
  if (type === 'number') return Number.isFinite(Number(text)) ? null : 'number'
  if (type === 'text') return strangeWord(arg, text) === undefined ? null : 'word'
  const ids = idsOf(text)
  return ids.length <= MAX_IDS && ids.every((one) => ID.test(one)) ? null : 'ids'
}

/** As the source wants them; what is empty is left out. */
export function argumentsOf(args: Readonly<Record<string, SourceArg>>, typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, { type }]): [string, unknown][] => {
      const text = (typed[name] ?? '').trim()
      if (text === '') return []
      if (type === 'id' || type === 'number') return [[name, Number(text)]]
      return [[name, type === 'ids' ? idsOf(text).map(Number) : text]]
    }),
  )
}
