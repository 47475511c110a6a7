/** Data as a person writes them: one on each line, `name: value`. Numbers, true, false and null are what they are. */
export type Value = string | number | boolean | null
export type Data = Readonly<Record<string, Value>>

/** The data, or the number of the first line that is none or repeats a name, from 1. */
export type ReadLines = { readonly data: Data; readonly wrong?: never } | { readonly wrong: number }

const NAME = /^(?:"(?:[^"\\]|\\.)*"|[^":]+):/
const isScalar = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

function parsed(text: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isScalar(value) && (typeof value !== 'number' || Number.isFinite(value)) ? value : undefined
  } catch {
    return undefined
  }
}

export function readLines(text: string): ReadLines {
  const data = new Map<string, Value>()
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [head = ''] = NAME.exec(line.trim()) ?? []
    const written = head.slice(0, -1).trim()
    const name = written.startsWith('"') ? parsed(written) : written
    if (typeof name !== 'string' || name === '' || data.has(name)) return { wrong: place + 1 }
    const value = line.trim().slice(head.length).trim()
    data.set(name, parsed(value) ?? (value === 'null' ? null : value))
  }
  return { data: Object.fromEntries(data) }
}

const isPlainName = (name: string) => name !== '' && name === name.trim() && !/[":\p{Cc}\u2028\u2029]/u.test(name)
const isPlainValue = (value: string) =>
  value === value.trim() && !/[\p{Cc}\u2028\u2029]/u.test(value) && parsed(value) === undefined

export const writeLines = (data: Data): string =>
  Object.entries(data)
    .map(([name, value]) => {
      const head = isPlainName(name) ? name : JSON.stringify(name)
      return `${head}: ${typeof value === 'string' && isPlainValue(value) ? value : JSON.stringify(value)}`
    })
    .join('\n')
