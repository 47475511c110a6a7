/** Whose a row is: the client that it names, and the local that its code means. */
import { clean } from '../../lib/file-problem.ts'
import { textFrom } from './fields.ts'
import type { Directory, KnownLocal, RawRow } from './raw-row.ts'
import { folded, LONGEST, Wrong } from './wrong.ts'
import type { Cell } from './workbook.ts'

/** Codes that are kept: more than a client has locals. */
const MAX_KEPT = 20_000

export function localFinder(directory: Directory, client: number | null) {
  const byCode = Map.groupBy(directory.locals, ({ code }) => clean(code))
  const byExternalId = Map.groupBy(
    directory.locals.filter(({ externalId }) => externalId !== null),
    ({ externalId }) => clean(externalId ?? ''),
  )
  const clientsBy = new Map<string, number>()
  for (const { id, name, externalId } of directory.clients) {
    clientsBy.set(String(id), id)
    clientsBy.set(folded(name), id)
    if (externalId !== null) clientsBy.set(clean(externalId), id)
  }
  /** The local of a code does not change from row to row. */
  const knownCodes = new Map<Cell, KnownLocal>()
  const ambiguous = new Set<string>()

  /** The local of a code; null when there is none. */
  function localOf(raw: RawRow, owner: number | null): KnownLocal | null {
    const isPlain = raw.client === undefined && raw.oldCode === undefined && raw.code !== undefined
    const kept = isPlain ? knownCodes.get(raw.code) : undefined
    if (kept !== undefined) return kept
    const local = searchLocal(raw, owner)
    if (isPlain && local !== null && knownCodes.size < MAX_KEPT) knownCodes.set(raw.code, local)
    return local
  }

  function searchLocal(raw: RawRow, owner: number | null): KnownLocal | null {
    for (const [cell, index] of [
      [raw.code, byCode],
      [raw.code, byExternalId],
      [raw.oldCode, byExternalId],
      [raw.oldCode, byCode],
    ] as const) {
      if (cell === null || cell === undefined) continue
      const all = index.get(textFrom(cell)) ?? []
      const own = owner === null ? all : all.filter((one) => one.client === owner)
      if (own.length > 1) {
        ambiguous.add(textFrom(cell).slice(0, LONGEST))
        throw new Wrong('clientNeeded', 'Code', cell)
      }
      if (own[0] !== undefined) return own[0]
    }
    return null
  }

  function ownerOf({ client: cell }: RawRow): number | null {
    if (cell === undefined) return client
    const id = clientsBy.get(textFrom(cell)) ?? clientsBy.get(folded(textFrom(cell)))
    if (id === undefined) throw new Wrong('clientUnknown', 'Client', cell)
    return id
  }

  return { localOf, ownerOf, ambiguous }
}
