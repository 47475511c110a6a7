/** Positions of locals at which no local can be: a number of degrees that was limited to the end of its range. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { note, sound } from './finding.ts'
import type { Finding } from './finding.ts'

/** So many are named; of the others only how many. */
const MAX_NAMED = 20

/**
 * Earlier releases read a latitude that was typed with a point as thousands, and limited it: 39.4612 became
 * 90. Where the local is cannot be told from that, so nothing is repaired.
 */
export function checkPlaces(catalogUrl: string): Finding[] {
  const path = catalogUrl.startsWith('sqlite:') ? catalogUrl.slice('sqlite:'.length) : null
  if (path === null || !existsSync(path)) return []
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
    const found = database
      .prepare('select id, name, lat, lng from locals where abs(lat) = 90 or abs(lng) = 180 order by id')
      .all()
      .map(({ id, name, lat, lng }) => `${String(name)} (${Number(id)}) at ${Number(lat)}, ${Number(lng)}`)
    if (found.length === 0) return [sound('places', 'No local is exactly at a pole or on the date line.')]
    const named = found.slice(0, MAX_NAMED)
    const more = found.length > MAX_NAMED ? `; and ${found.length - MAX_NAMED} more` : ''
    const locals = found.length === 1 ? '1 local is' : `${found.length} locals are`
    return [
      note(
        'places',
        `${locals} exactly at a pole or on the date line: ${named.join('; ')}${more}. Their positions were probably typed wrong; set them at /users/admin/locals/ID/edit.`,
      ),
    ]
  } catch {
    return [note('places', 'The positions of locals cannot be read from the catalog.')]
  } finally {
    database?.close()
  }
}
