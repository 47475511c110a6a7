/** Why a line was quarantined; the store adds its own (see `QUARANTINE_REASONS`). */
export type LineReason =
  | 'TIME_UNREADABLE'
  | 'HOUR_MISSING'
  | 'HOUR_UNEXPECTED'
  | 'TICKET_EMPTY'
  | 'DIRECTION_UNKNOWN'
  | 'COUNT_UNREADABLE'
  | 'SENSOR_MISSING'
  | 'CELLS_MISSING'
  | 'TIME_SKIPPED'
  | 'OFFSET_WRONG'
  | 'FUTURE'
  | 'TOO_OLD'
  | 'NEGATIVE'
  | 'ABSURD'
  | 'SENTINEL'
  | 'HOUR_INCOMPLETE'

export interface QuarantinedLine {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly cells: Readonly<Record<string, string>>
}

export interface QuarantineSummary {
  readonly reason: string
  readonly lines: number
  /** The first of them, each with file and line. */
  readonly first: readonly string[]
}

const FIRST_LINES = 5

/**
 * Lines that are quarantined: counted by reason, the first of each shown, all of them sent to the quarantine.
 */
export function createQuarantine() {
  const reasons = new Map<string, { lines: number; first: string[] }>()
  let pending: QuarantinedLine[] = []
  return {
    add(kept: QuarantinedLine) {
      const known = reasons.get(kept.reason) ?? { lines: 0, first: [] }
      reasons.set(kept.reason, known)
      known.lines += 1
      if (known.first.length < FIRST_LINES) known.first.push(`${kept.file}:${kept.line}  ${shown(kept)}`)
      pending.push(kept)
    },
    async flush(stage: { quarantine(rows: readonly QuarantinedLine[]): Promise<void> }) {
      if (pending.length === 0) return
      const rows = pending
      pending = []
      await stage.quarantine(rows)
    },
    reasons: (): QuarantineSummary[] =>
      [...reasons].map(([reason, { lines, first }]) => ({ reason, lines, first: [...first] })),
  }
}

export type LineQuarantine = ReturnType<typeof createQuarantine>

export const shown = ({ cells }: Pick<QuarantinedLine, 'cells'>): string =>
  Object.values(cells).join(' | ').slice(0, 100)
