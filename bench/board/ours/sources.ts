/** Static sources in the page: the board's numbers as frames, handed to the workers like any answer. */
import type { Cell, Column, Frame } from '#domain/frame'
import { fromRows } from '#domain/frame-build'
import type { FrameRef, SourceDefinition, SourceRegistry } from '#engine/types'
import { DAY_MS, FIRST_DAY_MS, type BoardNumbers, numbersOf, PERIOD_DAYS } from '../panels.ts'

const text = (id: string): Column => ({ id, type: 'text', role: 'dim' })
const dim = (id: string): Column => ({ id, type: 'int', role: 'dim', unit: 'id' })
const count = (id: string): Column => ({ id, type: 'int', role: 'measure', unit: 'count' })
const RANGES = ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3']
const PERIODS = ['comparing', 'reference'] as const
const STORES = [dim('id'), text('name')]
const FIRST_DAY = Math.round(FIRST_DAY_MS / DAY_MS)

interface Part {
  readonly columns: readonly Column[]
  rows(numbers: BoardNumbers, panel: number): (readonly Cell[])[]
}

const PARTS: Readonly<Record<string, Part>> = {
  kpi: {
    columns: [
      text('period'),
      count('far'),
      count('fro'),
      count('ins'),
      count('bounces'),
      count('visits'),
      count('tickets'),
    ],
    rows: ({ kpis }, panel) =>
      PERIODS.map((period) => {
        const value = kpis[panel]?.[period === 'comparing' ? 'value' : 'before'] ?? 0
        return [period, value * 9, value * 4, value, 0, value, Math.round(value / 3)]
      }),
  },
  series: {
    columns: [
      text('period'),
      dim('index'),
      { id: 'day', type: 'day', role: 'dim', unit: 'day' },
      count('fro'),
      count('ins'),
    ],
    rows: ({ series }, panel) =>
      PERIODS.flatMap((period) =>
        (series[panel]?.[period] ?? []).map((value, index) => [
          period,
          index,
          FIRST_DAY + index - (period === 'reference' ? PERIOD_DAYS : 0),
          value * 4,
          value,
        ]),
      ),
  },
  bars: {
    columns: [
      text('period'),
      { id: 'hour', type: 'int', role: 'dim', unit: 'hour' },
      count('ins'),
      ...RANGES.map(count),
    ],
    rows: ({ bars }, panel) =>
      PERIODS.flatMap((period) =>
        (bars[panel]?.stacks[0] ?? []).map((_, hour) => {
          const ranges = bars[panel]?.stacks.map((stack) => stack[hour] ?? 0) ?? []
          return [period, hour, ranges.reduce((sum, value) => sum + value, 0), ...ranges]
        }),
      ),
  },
  donut: {
    columns: [text('period'), count('ins'), ...RANGES.map(count)],
    rows: ({ donut }) => [
      ['comparing', donut.reduce((sum, { value }) => sum + value, 0), ...donut.map(({ value }) => value)],
    ],
  },
  table: {
    columns: [
      text('period'),
      dim('local'),
      count('far'),
      count('fro'),
      count('ins'),
      count('bounces'),
      count('visits'),
      count('tickets'),
      count('visitsWithTickets'),
    ],
    rows: ({ table }) =>
      PERIODS.flatMap((period) =>
        table.map(({ values }, local) => [period, local + 1, ...values.slice(0, 6), values[4] ?? 0]),
      ),
  },
}

/**
 * The other contestants have their numbers ready, so the frames are made before anything is measured as a change; they
 * are copied to the worker each time.
 */
export function staticSources(adopt: (frame: Frame) => Promise<FrameRef>): SourceRegistry {
  const ready = new Map<string, Frame>()
  const frameOf = (kind: string, part: Part, panel: number, filter: number) => {
    const key = `${kind} ${panel} ${filter % 2}`
    const frame = ready.get(key) ?? fromRows(part.columns, part.rows(numbersOf(filter), panel))
    ready.set(key, frame)
    return frame
  }
  const sources = Object.entries(PARTS).map(([kind, part]): SourceDefinition => ({
    name: `bench.${kind}`,
    columns: part.columns,
    args: { panel: { type: 'number', required: true }, filter: { type: 'number', required: true } },
    timeoutMs: 10_000,
    lane: 'widget',
    load: (args) => adopt(frameOf(kind, part, Number(args.panel), Number(args.filter))),
  }))
  const stores: SourceDefinition = {
    name: 'bench.stores',
    columns: STORES,
    args: {},
    timeoutMs: 10_000,
    lane: 'store',
    load: () =>
      adopt(
        fromRows(
          STORES,
          numbersOf(0).table.map(({ store }, local) => [local + 1, store]),
        ),
      ),
  }
  return new Map([stores, ...sources].map((source) => [source.name, source]))
}
