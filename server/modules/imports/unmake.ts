/** Takes back what an import made in the catalog, as far as nothing else refers to it by now. */
import type { Made } from './reading/load.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'

/** Locals and areas that have hours. */
export interface Counting {
  readonly locals: ReadonlySet<number>
  readonly areas: ReadonlySet<number>
}
/** Entries that an import had made, and that stay. */
export interface Kept {
  readonly client: boolean
  readonly locals: readonly number[]
  readonly areas: readonly number[]
}

/** Those that stay and those that go. */
const apart = (ids: readonly number[], stays: (id: number) => boolean): [stay: number[], go: number[]] => [
  ids.filter(stays),
  ids.filter((id) => !stays(id)),
]

/**
 * Removes what was made for an import, unless something else refers to it by now, and gives locals back the life they
 * had.
 *
 * @param counting locals and areas that still have hours
 * @returns what stays
 */
export async function unmake(
  db: Db,
  made: Made,
  counting: Counting = { locals: new Set(), areas: new Set() },
): Promise<Kept> {
  await giveBackLives(db, made)
  const locals = await removeLocals(db, made, counting)
  const areas = await removeAreas(db, made, counting, new Set(locals))
  const keepsClient = made.client !== null && (await clientIsUsed(db, made.client))
  if (made.client !== null && !keepsClient) await db.deleteFrom('clients').where('id', '=', made.client).execute()
  return { client: keepsClient, locals, areas }
}

/** An import changes only what an import had closed. */
async function giveBackLives(db: Db, { grown }: Made): Promise<void> {
  for (const { local, before, after } of grown) {
    const same = db
      .updateTable('locals')
      .set({
        opened_on: before.openedOn,
        closed_on: before.closedOn,
        closed_by: before.closedOn === null ? null : 'import',
      })
      .where('id', '=', local)
    await same
      .where('opened_on', after.openedOn === null ? 'is' : '=', after.openedOn)
      .where('closed_on', after.closedOn === null ? 'is' : '=', after.closedOn)
      .execute()
  }
}

/** @returns those that stay */
async function removeLocals(db: Db, made: Made, counting: Counting): Promise<number[]> {
  const kept: number[] = []
  const madeAreas = new Set(made.areas)
  for (const locals of inChunks(made.locals)) {
    const used = await localsInUse(db, locals, madeAreas)
    const [stay, go] = apart(locals, (local) => counting.locals.has(local) || used.has(local))
    kept.push(...stay)
    if (go.length > 0) await db.deleteFrom('locals').where('id', 'in', go).execute()
  }
  return kept
}

/** @returns those that stay; the areas of locals that were removed are gone */
async function removeAreas(db: Db, made: Made, counting: Counting, keptLocals: ReadonlySet<number>): Promise<number[]> {
  const kept: number[] = []
  for (const areas of inChunks(made.areas)) {
    const rows = await db.selectFrom('areas').select(['id', 'local_id']).where('id', 'in', areas).execute()
    const localOf = new Map(rows.map((row) => [row.id, row.local_id]))
    const scanned = new Set(
      (await db.selectFrom('footscans').select('area_id').where('area_id', 'in', areas).execute()).map(
        ({ area_id: area }) => area,
      ),
    )
    const [stay, go] = apart(
      areas.filter((area) => localOf.has(area)),
      (area) => counting.areas.has(area) || keptLocals.has(localOf.get(area)!) || scanned.has(area),
    )
    kept.push(...stay)
    if (go.length > 0) await db.deleteFrom('areas').where('id', 'in', go).execute()
  }
  return kept
}

/** Those to which something refers that no import made: in as many statements for a thousand as for one. */
async function localsInUse(
  db: Db,
  locals: readonly number[],
  madeAreas: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const among = [...locals]
  const areas = await db.selectFrom('areas').select(['id', 'local_id']).where('local_id', 'in', among).execute()
  const found = await Promise.all([
    db
      .selectFrom('footscans')
      .innerJoin('areas', 'areas.id', 'footscans.area_id')
      .select('areas.local_id')
      .where('areas.local_id', 'in', among)
      .execute(),
    db.selectFrom('holidays').select('local_id').where('local_id', 'in', among).distinct().execute(),
    db.selectFrom('alerts').select('local_id').where('local_id', 'in', among).distinct().execute(),
    db.selectFrom('alert_locals').select('local_id').where('local_id', 'in', among).distinct().execute(),
    db.selectFrom('local_params').select('local_id').where('local_id', 'in', among).distinct().execute(),
  ])
  return new Set(
    [...areas.filter(({ id }) => madeAreas.size === 0 || !madeAreas.has(id)), ...found.flat()].flatMap(
      ({ local_id: local }) => (local === null ? [] : [local]),
    ),
  )
}

async function clientIsUsed(db: Db, client: number): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('locals').select('id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('user_access').select('client_id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('group_clients').select('client_id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('campaigns').select('id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('alert_rules').select('id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('uploads').select('id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('device_keys').select('id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('screens').select('id').where('client_id', '=', client).limit(1).execute(),
    db.selectFrom('dashboard_clients').select('client_id').where('client_id', '=', client).limit(1).execute(),
  ])
  return found.some((rows) => rows.length > 0)
}
