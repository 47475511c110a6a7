/** The board of installations: its columns, and its filters. */
import { DAY_MS } from '#domain/days'
import { type Stage, STAGES } from '#domain/installation-way'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'

export interface BoardFilter {
  readonly client: number | null
  /** Id of an account; `none`: unassigned. */
  readonly holder: string | null
  /** At least so many days in their stage. */
  readonly days: number | null
}

export const UNASSIGNED = 'none'

export const daysIn = ({ since }: Pick<InstallationStage, 'since'>, now: number): number =>
  Math.max(0, Math.floor((now - since) / DAY_MS))

export const onBoard = (
  rows: readonly InstallationStage[],
  { client, holder, days }: BoardFilter,
  now: number,
): readonly InstallationStage[] =>
  rows.filter(
    (row) =>
      (client === null || row.client === client) &&
      (holder === null || String(row.holder ?? UNASSIGNED) === holder) &&
      (days === null || daysIn(row, now) >= days),
  )

/** Rare stages: they have a column only while there is something in it. */
const SELDOM: ReadonlySet<Stage> = new Set(['order', 'localOrder', 'cancelled'])

export interface BoardColumn {
  readonly stage: Stage
  readonly rows: readonly InstallationStage[]
}

/** Nothing is left to do in it. */
export const isFinished = (stage: Stage): boolean => stage === 'counting' || stage === 'cancelled'

/** The longest wait first; of finished ones the newest. @param rows what waits longest first */
export function columnsOf(rows: readonly InstallationStage[]): readonly BoardColumn[] {
  const by = Map.groupBy(rows, ({ stage }) => stage)
  return STAGES.flatMap((stage) => {
    const own = by.get(stage) ?? []
    if (own.length === 0 && SELDOM.has(stage)) return []
    return [{ stage, rows: isFinished(stage) ? own.toReversed() : own }]
  })
}
