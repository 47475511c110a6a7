/**
 * Groups rows of locals by what the catalog knows of them: their type, the groups they are in. The facts know locals
 * only, and every column of an answer is a sum, also those that say what it rests on.
 */
import { encodeText, numbersOf, takeRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { sortOrder } from '#domain/sort'
import { aggregate } from '#domain/transform/aggregate'
import { withColumn } from '#domain/transform/columns'
import type { Area } from '#schemas/generated/entities/area.ts'

export interface LocalGroupMembers {
  readonly name: string
  readonly locals: ReadonlySet<number>
}

export interface Kinds {
  readonly types: ReadonlyMap<number, string> | null
  readonly groups: readonly LocalGroupMembers[] | null
}

/** Rows by some dimensions; a local of several groups counts in each, one of none has no group. */
export function byKindOfLocal(frame: Frame, by: readonly string[], { types, groups }: Kinds): Frame {
  const grouped = by.includes('group') ? withGroups(frame, groups ?? []) : frame
  const typed = by.includes('type')
    ? withColumn(
        grouped,
        { id: 'type', type: 'text', role: 'dim' },
        encodeText(Array.from(numbersOf(grouped, 'local').values, (local) => types?.get(local) ?? null)),
      )
    : grouped
  const { basis, byDay, traffic } = frame
  const rows = aggregate(typed, { by: [...by], measures: 'all' })
  return {
    ...takeRows(
      rows,
      sortOrder(
        rows,
        by.map((column) => ({ column })),
      ),
    ),
    ...(basis && { basis }),
    ...(byDay && { byDay }),
    ...(traffic && { traffic }),
  }
}

/** Areas have no list of their own that a filter would name them by, so a row says what its area is called. */
export function withAreaNames(frame: Frame, areas: readonly Pick<Area, 'id' | 'name'>[]): Frame {
  const names = new Map(areas.map(({ id, name }) => [id, name]))
  return withColumn(
    frame,
    { id: 'areaName', type: 'text', role: 'dim' },
    encodeText(Array.from(numbersOf(frame, 'area').values, (id) => names.get(id) ?? null)),
  )
}

function withGroups(frame: Frame, groups: readonly LocalGroupMembers[]): Frame {
  const locals = numbersOf(frame, 'local').values
  const rows: number[] = []
  const names: (string | null)[] = []
  for (let row = 0; row < frame.rows; row++) {
    const mine = groups.filter((group) => group.locals.has(locals[row] as number))
    for (const { name } of mine) {
      rows.push(row)
      names.push(name)
    }
    if (mine.length > 0) continue
    rows.push(row)
    names.push(null)
  }
  return withColumn(
    takeRows(frame, Uint32Array.from(rows)),
    { id: 'group', type: 'text', role: 'dim' },
    encodeText(names),
  )
}
