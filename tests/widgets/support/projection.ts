/** Errors of a projection, in sentences; none when it keeps its contract. */
import type { Projection } from '#engine/types'

export function problemsOf(projection: Projection, path = ''): string[] {
  const {
    columns,
    rows,
    states,
    coverage,
    slight = {},
    columnStates = {},
    series = [],
    category,
    parts = [],
    passport,
  } = projection
  const ids = columns.map(({ id }) => id)
  const say = (text: string) => `${path}${text}`
  return [
    ...(new Set(ids).size === ids.length ? [] : [say(`columns repeat: ${ids.join()}`)]),
    ...columns.filter(({ label }) => label === '').map(({ id }) => say(`column ${id} has no label`)),
    ...rows.flatMap((row, at) =>
      row.length === columns.length ? [] : [say(`row ${at} has ${row.length} cells, not ${columns.length}`)],
    ),
    ...rows.flatMap((row, at) =>
      row.flatMap((cell, column) =>
        typeof cell === 'number' && !Number.isFinite(cell)
          ? [say(`row ${at}, ${ids[column]} is ${cell}`)]
          : cell === undefined
            ? [say(`row ${at}, ${ids[column]} is undefined`)]
            : [],
      ),
    ),
    ...(states === undefined || states.length === rows.length
      ? []
      : [say(`${states.length} states for ${rows.length} rows`)]),
    ...(coverage === undefined || coverage.length === rows.length
      ? []
      : [say(`${coverage.length} coverages for ${rows.length} rows`)]),
    ...(coverage ?? []).flatMap((share, at) =>
      share === null || (share >= 0 && share <= 1) ? [] : [say(`coverage of row ${at} is ${share}`)],
    ),
    ...Object.entries(slight).flatMap(([id, list]) => [
      ...(ids.includes(id) ? [] : [say(`${id} is slight, which is no column`)]),
      ...(list.length === rows.length ? [] : [say(`${list.length} slight of ${id} for ${rows.length} rows`)]),
    ]),
    ...Object.entries(columnStates).flatMap(([id, list]) => [
      ...(ids.includes(id) ? [] : [say(`states of ${id}, which is no column`)]),
      ...(list.length === rows.length ? [] : [say(`${list.length} states of ${id} for ${rows.length} rows`)]),
    ]),
    ...series
      .filter(({ column }) => !ids.includes(column))
      .map(({ id, column }) => say(`series ${id} draws ${column}, which is no column`)),
    ...(new Set(series.map(({ id }) => id)).size === series.length ? [] : [say('series repeat')]),
    ...(category === undefined || ids.includes(category) ? [] : [say(`category ${category} is no column`)]),
    ...(passport === undefined ||
    [passport.coverage ?? 0, passport.estimatedShare].every((share) => share >= 0 && share <= 1)
      ? []
      : [say(`passport ${JSON.stringify(passport)}`)]),
    ...(new Set(parts.map(({ id }) => id)).size === parts.length ? [] : [say('parts repeat')]),
    ...parts.flatMap((part) => problemsOf(part.projection, `${path}${part.id}: `)),
  ]
}
