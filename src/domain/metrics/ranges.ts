/** Labels of the four dwell and repetition ranges, made from the edges in force. */
export type Translate = (key: string, params?: Record<string, string | number>) => string

export interface RangeLabel {
  readonly key: string
  readonly params: Record<string, number>
}

/** [0,e0) [e0,e1) [e1,e2) [e2,...): up to N minutes, between N and M, more than N. Edges in minutes. */
export function dwellRanges(edges: readonly number[]): RangeLabel[] {
  const last = edges.at(-1) ?? 0
  return [
    ...edges.map((m, k): RangeLabel =>
      k === 0
        ? { key: 'metrics:dwell.upTo', params: { n: m } }
        : { key: 'metrics:dwell.between', params: { n: edges[k - 1] as number, m } },
    ),
    { key: 'metrics:dwell.moreThan', params: { n: last } },
  ]
}

/** The last N days, then between N and M last days. Edges in days. What is beyond the groups goes to Others. */
export function repetitionRanges(edges: readonly number[]): RangeLabel[] {
  return edges.map((m, k): RangeLabel =>
    k === 0
      ? { key: 'metrics:repetition.last', params: { n: m } }
      : { key: 'metrics:repetition.between', params: { n: edges[k - 1] as number, m } },
  )
}

export const labelOf =
  (t: Translate) =>
  ({ key, params }: RangeLabel): string =>
    t(key, params)
