/** Positions of locals at which no local can be: a number of degrees that was limited to the end of its range. */
import { askCatalog } from './ask-catalog.ts'
import { note, sound } from './finding.ts'
import type { Finding } from './finding.ts'

/** So many are named; of the others only how many. */
const MAX_NAMED = 20

/**
 * Earlier releases read a latitude that was typed with a point as thousands, and limited it: 39.4612 became
 * 90. Its position cannot be derived from that, so nothing is repaired.
 */
export async function checkPositions(catalogUrl: string): Promise<Finding[]> {
  const answer = await askCatalog(catalogUrl, (db) =>
    db
      .selectFrom('locals')
      .select(['id', 'name', 'lat', 'lng'])
      .where((where) => where.or([where('lat', 'in', [90, -90]), where('lng', 'in', [180, -180])]))
      .orderBy('id')
      .execute(),
  )
  if (answer === 'none') return []
  if (answer === 'unreadable') return [note('positions', 'The positions of locals cannot be read from the catalog.')]
  const found = answer.rows.map(({ id, name, lat, lng }) => `${name} (${id}) at ${lat}, ${lng}`)
  if (found.length === 0) return [sound('positions', 'No local is exactly at a pole or on the date line.')]
  const named = found.slice(0, MAX_NAMED)
  const more = found.length > MAX_NAMED ? `; and ${found.length - MAX_NAMED} more` : ''
  const locals = found.length === 1 ? '1 local is' : `${found.length} locals are`
  return [
    note(
      'positions',
      `${locals} exactly at a pole or on the date line: ${named.join('; ')}${more}. Their positions were probably ` +
        'typed wrong; set them at /users/admin/locals/ID/edit.',
    ),
  ]
}
