/** Locals as a file names them: one a line, by code, external id or id, in its first column. */
export interface NamedLocal {
  readonly id: number
  readonly code: string | null
  readonly externalId: string | null
}

export interface ListedLocals {
  /** Ids, each once, in the order of the file. */
  readonly found: readonly number[]
  /** Names that no local has, each once. */
  readonly unknown: readonly string[]
}

const SEPARATOR = /[;,\t]/

/** A code wins over an external id, and that over an id: codes are what people write. */
export function localsInList(text: string, locals: readonly NamedLocal[]): ListedLocals {
  const byName = new Map<string, number>()
  for (const { id } of locals) byName.set(String(id), id)
  for (const { id, externalId } of locals) if (externalId !== null && externalId !== '') byName.set(externalId, id)
  for (const { id, code } of locals) if (code !== null && code !== '') byName.set(code, id)
  const names = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => (line.split(SEPARATOR)[0] ?? '').trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '')
  const found = new Set<number>()
  const unknown = new Set<string>()
  for (const [place, name] of names.entries()) {
    const id = byName.get(name)
    if (id !== undefined) found.add(id)
    // The head of the file is no local.
    else if (place > 0 || names.length === 1) unknown.add(name)
  }
  return { found: [...found], unknown: [...unknown] }
}
