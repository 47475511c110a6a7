/** The record of each transaction. A query has one entry, with its last state. */
import { TRACE_RECORDS } from '../document/constants.ts'
import type { Cause, ParamChange, QueryTrace, TraceRecord } from '../params/state.ts'
import type { StepReport } from '../../types.ts'

export interface Tracer {
  readonly records: readonly TraceRecord[]
  /** Opens a record; it is the current one until the next. */
  open(cause: Cause, at: number): void
  /** Adds what a step of the current transaction did. */
  add(changed: readonly ParamChange[], queries: readonly QueryTrace[]): void
  /** Fills in how a query ended, in the record that asked for it. */
  outcome(query: string, key: string, outcome: NonNullable<QueryTrace['outcome']>): void
  steps(widget: string, steps: Readonly<Record<string, readonly StepReport[]>>): void
  settled(now: number): void
}

/** An earlier word is replaced by a later one of more weight: waiting becomes asked, asked stays asked. */
const WEIGHT = { wait: 0, skip: 1, blocked: 2, clear: 3, enqueue: 4 } as const

export function createTracer(): Tracer {
  let records: TraceRecord[] = []
  let count = 0
  const replace = (record: TraceRecord) => {
    records = records.map((one) => (one.id === record.id ? record : one))
  }
  return {
    get records() {
      return records
    },
    open(cause, at) {
      const last = records.at(-1)
      // A clock's tick takes the place of the tick before, or a live page would soon remember nothing else.
      if (
        cause.kind === 'refresh' &&
        last?.cause.kind === 'refresh' &&
        last.cause.queries.join() === cause.queries.join()
      )
        records = records.slice(0, -1)
      records = [...records, { id: ++count, at, cause, changed: [], queries: [], steps: {} }].slice(-TRACE_RECORDS)
    },
    add(changed, queries) {
      const record = records.at(-1)
      if (record === undefined || (changed.length === 0 && queries.length === 0)) return
      const merged = [...record.queries]
      for (const next of queries) {
        const at = merged.findIndex(({ query }) => query === next.query)
        const before = merged[at]
        if (before === undefined) merged.push(next)
        else if (WEIGHT[next.decision] >= WEIGHT[before.decision]) merged[at] = next
      }
      replace({ ...record, changed: [...record.changed, ...changed], queries: merged })
    },
    outcome(query, key, outcome) {
      const record = records.findLast(({ queries }) =>
        queries.some((one) => one.query === query && one.key === key && one.decision === 'enqueue'),
      )
      if (record === undefined) return
      replace({
        ...record,
        queries: record.queries.map((one) => (one.query === query && one.key === key ? { ...one, outcome } : one)),
      })
    },
    steps(widget, steps) {
      const record = records.at(-1)
      if (record !== undefined) replace({ ...record, steps: { ...record.steps, [widget]: steps } })
    },
    settled(now) {
      const record = records.at(-1)
      if (record !== undefined && record.settledMs === undefined) replace({ ...record, settledMs: now - record.at })
    },
  }
}
