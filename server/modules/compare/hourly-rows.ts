/**
 * The hourly metric rows of the specification (2, section 3): one row an hour, the areas of the local added up, stays
 * as means.
 */
import { worstOf } from '#domain/completeness'
import type { Completeness } from '#domain/completeness'
import { dayNumber, todayIn } from '#domain/days'
import type { Cell, Column, Frame } from '#domain/frame'
import { WHOLE_DAY } from '#domain/fact-query'
import { columnIndex, fromRows, toRows } from '#domain/frame-build'
import { sumAtoms } from '#domain/metrics/atoms'
import type { Local } from '#schemas/generated/entities/local.ts'
import { ATOM_COLUMNS } from '../../facts/columns.ts'
import { HOUR_STATE } from '../../facts/hour-state.ts'

const MEASURES = [
  'far',
  'fro',
  'ins',
  'bounces',
  'visits',
  'tickets',
  'insTimeS',
  'visitTimeS',
  'insInRange0',
  'insInRange1',
  'insInRange2',
  'insInRange3',
  'localRepRange0',
  'localRepRange1',
  'localRepRange2',
  'localRepRange3',
  'clientRepRange0',
  'clientRepRange1',
  'clientRepRange2',
  'clientRepRange3',
] as const

const dim = (id: string, type: Column['type'], unit?: Column['unit']): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})

const COLUMNS: readonly Column[] = [
  dim('client', 'int', 'id'),
  dim('local', 'int', 'id'),
  dim('name', 'text'),
  dim('exeDate', 'day', 'day'),
  dim('day', 'day', 'day'),
  dim('hour', 'int', 'hour'),
  dim('fold', 'int'),
  dim('state', 'text'),
  ...MEASURES.map((id): Column => ({
    id,
    type: 'int',
    role: 'measure',
    unit: id.endsWith('TimeS') ? 'seconds' : 'count',
  })),
]

const STATES = Object.fromEntries(Object.entries(HOUR_STATE).map(([name, code]) => [code, name]))

interface AreaHour {
  day: number
  hour: number
  fold: number
  state: string
  learntAt: number
  atoms: Record<string, number | null>
}

/** @param rows rows of one local as the fact store keeps them, in order of time */
export function hourlyRows(
  rows: Frame,
  { id, client, name, timeZone }: Pick<Local, 'id' | 'client' | 'name' | 'timeZone'>,
): Frame {
  // Hours outside the opening hours are in no total, so they are not in the rows that must add up to it. A whole day is
  // no hour.
  const open = areaHours(rows).filter(({ state, hour }) => state !== 'outside' && hour !== WHOLE_DAY)
  const hours = [...Map.groupBy(open, ({ day, hour, fold }) => `${day} ${hour} ${fold}`).values()]
  return fromRows(
    COLUMNS,
    hours.map((areas): Cell[] => {
      const { day, hour, fold } = areas[0] as AreaHour
      const sums = sumAtoms(areas.map(({ atoms }) => atoms))
      const measures: Record<string, number | null | undefined> = {
        ...sums,
        insTimeS: mean(sums.insTimeS, sums.ins),
        visitTimeS: mean(sums.visitTimeS, sums.visits),
      }
      const learnt = dayNumber(todayIn(timeZone, Math.max(...areas.map(({ learntAt }) => learntAt))))
      const state = worstOf(areas.map((area) => area.state as Completeness))
      return [client, id, name, learnt, day, hour, fold, state, ...MEASURES.map((measure) => measures[measure] ?? null)]
    }),
  )
}

function areaHours(rows: Frame): AreaHour[] {
  const place = (column: string) => columnIndex(rows, column)
  const [day, hour, fold, state, learntAt] = [
    place('day'),
    place('hour'),
    place('fold'),
    place('state'),
    place('learntAt'),
  ]
  const atoms = ATOM_COLUMNS.map((atom) => [atom, place(atom)] as const)
  return toRows(rows).map((row) => ({
    day: Number(row[day]),
    hour: Number(row[hour]),
    fold: Number(row[fold]),
    state: STATES[Number(row[state])] ?? 'missing',
    learntAt: Number(row[learntAt]),
    atoms: Object.fromEntries(atoms.map(([atom, at]) => [atom, row[at] as number | null])),
  }))
}

/** Whole seconds; null without visitors. */
const mean = (total: number | null | undefined, count: number | null | undefined) =>
  total == null || !count ? null : Math.round(total / count)
