/**
 * Names of holidays in the languages of the product, by a name in any language: from the tables of the holiday library,
 * without the library, which takes a thread of its own.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LANGUAGES, type Language } from '#domain/languages'
import { isRecord } from '#domain/record'
import { libraryCode } from './library-code.ts'

export type KnownNames = Partial<Readonly<Record<Language, string>>>

const NONE: KnownNames = {}

const textOf = (names: Record<string, unknown>, language: string): string | undefined =>
  typeof names[language] === 'string' ? names[language] : undefined

function add(found: Map<string, KnownNames>, names: Record<string, unknown>): void {
  const known: KnownNames = Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = textOf(names, language) ?? textOf(names, libraryCode(language))
      return text === undefined ? [] : [[language, text]]
    }),
  )
  if (Object.keys(known).length < 2) return
  for (const name of Object.values(names)) if (typeof name === 'string' && !found.has(name)) found.set(name, known)
}

/** A holiday may have names of its own, and refer to those that many countries share. */
function collect(at: unknown, shared: Record<string, unknown>, found: Map<string, KnownNames>): void {
  if (!isRecord(at)) return
  if (isRecord(at.name)) {
    const common = typeof at._name === 'string' ? shared[at._name] : undefined
    add(found, { ...(isRecord(common) && isRecord(common.name) && common.name), ...at.name })
  }
  for (const part of Object.values(at)) collect(part, shared, found)
}

function read(): Map<string, KnownNames> {
  const file = join(dirname(createRequire(import.meta.url).resolve('date-holidays/package.json')), 'data/holidays.json')
  const { names, holidays } = JSON.parse(readFileSync(file, 'utf8')) as Record<'names' | 'holidays', unknown>
  const found = new Map<string, KnownNames>()
  const shared = isRecord(names) ? names : {}
  collect(shared, shared, found)
  collect(holidays, shared, found)
  return found
}

let known: Map<string, KnownNames> | undefined

/** Read once, in 20 ms, by the first who asks. */
export const knownNames = (name: string): KnownNames => (known ??= read()).get(name) ?? NONE
