/**
 * A virtual clock, a scripted network and the smallest compute: what tests of the engine run on. No test waits for real
 * time.
 */
import { fromRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'
import { resolvePeriods } from '#domain/periods'
import type {
  Compute,
  FrameRef,
  SourceDefinition,
  SourceRegistry,
  WidgetDefinition,
  WidgetRegistry,
} from '../../types.ts'
import type { DashboardOptions } from '../run/dashboard-types.ts'
import type { Clock, StoragePort, UrlPort } from '../params/ports.ts'
import { stable } from '../graph/args.ts'
import type { LoadedLayout } from '../graph/validate.ts'

export interface VirtualClock extends Clock {
  /** Runs every timer due within `ms`, in order, letting promises settle before and after each. */
  advance(ms: number): Promise<void>
  readonly pending: number
}

/** Lets every promise chain that is ready run to its end. */
export async function flush(): Promise<void> {
  for (let i = 0; i < 30; i++) await Promise.resolve()
}

export function virtualClock(begin = Date.UTC(2026, 10, 20, 12)): VirtualClock {
  let now = begin
  let id = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    now: () => now,
    after(ms, run) {
      const mine = ++id
      timers.set(mine, { at: now + Math.max(0, ms), run })
      return () => {
        timers.delete(mine)
      }
    },
    async advance(ms) {
      const end = now + ms
      await flush()
      for (;;) {
        const next = [...timers].filter(([, { at }]) => at <= end).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]
        if (next === undefined) break
        timers.delete(next[0])
        now = next[1].at
        next[1].run()
        await flush()
      }
      now = end
      await flush()
    },
    get pending() {
      return timers.size
    },
  }
}

export interface Call {
  readonly source: string
  readonly args: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly at: number
  /** Steps that were announced for its answer. */
  readonly ahead: readonly (readonly unknown[])[]
  answer(frame: Frame, extra?: Partial<FrameRef>): void
  fail(error: unknown): void
  open: boolean
}

/** Frames by id, as a worker would keep them. */
export interface FakeNetwork {
  readonly calls: Call[]
  readonly frames: Map<string, Frame>
  readonly released: string[]
  /** Answers a source at once from now on. */
  reply(source: string, rows: (args: Readonly<Record<string, unknown>>) => Frame): void
  source(
    name: string,
    columns: readonly Column[],
    args: SourceDefinition['args'],
    extra?: Partial<SourceDefinition>,
  ): SourceDefinition
  readonly compute: Compute
  /** Transforms that were run. */
  readonly runs: { readonly ref: string; readonly steps: readonly unknown[] }[]
}

export function fakeNetwork(now: () => number = () => 0): FakeNetwork {
  const calls: Call[] = []
  const frames = new Map<string, Frame>()
  const replies = new Map<string, (args: Readonly<Record<string, unknown>>) => Frame>()
  const released: string[] = []
  const runs: { ref: string; steps: readonly unknown[] }[] = []
  let id = 0
  const keep = (frame: Frame, extra: Partial<FrameRef> = {}): FrameRef => {
    const ref = { id: `frame-${++id}`, columns: frame.columns, rows: frame.rows, ...extra }
    frames.set(ref.id, frame)
    return ref
  }
  const look = (ref: FrameRef): Frame => {
    const frame = frames.get(ref.id)
    if (frame === undefined) throw new Error(`${ref.id} was released`)
    return frame
  }
  return {
    calls,
    frames,
    released,
    runs,
    reply: (source, rows) => {
      replies.set(source, rows)
    },
    source: (name, columns, args, extra = {}) => ({
      name,
      columns,
      args,
      timeoutMs: 300_000,
      lane: 'widget',
      load: (given, { signal, ahead }) =>
        new Promise<FrameRef>((resolve, reject) => {
          const call: Call = {
            source: name,
            args: given,
            signal,
            at: now(),
            open: true,
            ahead: ahead ?? [],
            answer(frame, more) {
              call.open = false
              resolve(keep(frame, more))
            },
            fail(error) {
              call.open = false
              reject(error instanceof Error ? error : Object.assign(new Error('refused'), error))
            },
          }
          calls.push(call)
          signal.addEventListener('abort', () => {
            call.open = false
            reject(new DOMException('aborted', 'AbortError'))
          })
          const reply = replies.get(name)
          if (reply !== undefined) call.answer(reply(given))
        }),
      ...extra,
    }),
    compute: {
      run: async (ref, steps) => {
        runs.push({ ref: ref.id, steps })
        if (steps.some((step) => stable(step).includes('"boom"'))) throw new Error('step 0 failed')
        const frame = look(ref)
        const empty = steps.some((step) => stable(step).includes('"nothing"'))
        return {
          frame: empty ? { ...frame, rows: 0 } : frame,
          steps: steps.map(() => ({ op: 'filter', rowsIn: frame.rows, rowsOut: frame.rows, ms: 0 })),
        }
      },
      merge: async (parts) => {
        const all = parts.map(look)
        const first = all[0] as Frame
        return keep({ ...first, rows: all.reduce((sum, { rows }) => sum + rows, 0) })
      },
      release: (ref) => {
        released.push(ref)
        frames.delete(ref)
      },
    },
  }
}

export const dim = (id: string, type: Column['type'] = 'int'): Column => ({ id, type, role: 'dim' })
export const measure = (id: string): Column => ({ id, type: 'int', role: 'measure' })

export const table = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): Frame => fromRows(columns, rows)

export const registry = (...sources: readonly SourceDefinition[]): SourceRegistry =>
  new Map(sources.map((source) => [source.name, source]))

/** A widget type that takes `{ size?: 'small' | 'big', colour?: string }` and rows with `visits`. */
export function plainWidget(type: string, extra: Partial<WidgetDefinition> = {}): WidgetDefinition {
  const validate = Object.assign(
    (value: unknown) => {
      const options = value as Record<string, unknown>
      const errors = Object.entries(options).flatMap(([key, option]): object[] => {
        if (key === 'size')
          return option === 'small' || option === 'big'
            ? []
            : [
                {
                  instancePath: '/size',
                  schemaPath: '#/properties/size/enum',
                  keyword: 'enum',
                  message: 'must be equal to one of the allowed values',
                  params: { allowedValues: ['small', 'big'] },
                },
              ]
        if (key === 'colour')
          return typeof option === 'string'
            ? []
            : [
                {
                  instancePath: '/colour',
                  schemaPath: '#/properties/colour/type',
                  keyword: 'type',
                  message: 'must be string',
                  params: { type: 'string' },
                },
              ]
        return [
          {
            instancePath: '',
            schemaPath: '#/additionalProperties',
            keyword: 'additionalProperties',
            message: 'must NOT have additional properties',
            params: { additionalProperty: key },
          },
        ]
      })
      options.size ??= 'small'
      options.colour ??= 'green'
      validate.errors = errors
      return errors.length === 0
    },
    { errors: [] as unknown[] },
  )
  return {
    type,
    category: 'table',
    icon: 'table',
    data: { rows: { required: true, columns: { visits: 'measure' } } },
    sizes: { default: [6, 6], min: [3, 3] },
    emits: { pick: { day: 'day', local: 'id' } },
    validate: validate as unknown as WidgetDefinition['validate'],
    migrations: [],
    load: () => Promise.reject(new Error('never loaded by the core')),
    ...extra,
  }
}

export const widgetsOf = (...definitions: readonly WidgetDefinition[]): WidgetRegistry =>
  new Map(definitions.map((definition) => [definition.type, definition]))

export function memoryStorage(): StoragePort & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      entries.set(key, value)
    },
    removeItem: (key) => {
      entries.delete(key)
    },
  }
}

export function fakeUrl(
  begin = '',
): UrlPort & { readonly history: { search: string; mode: string }[]; go(search: string): void } {
  let now = begin
  const listeners = new Set<() => void>()
  const history: { search: string; mode: string }[] = []
  return {
    history,
    search: () => now,
    write(search, mode) {
      now = search
      history.push({ search, mode })
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    go(search) {
      now = search
      for (const listener of listeners) listener()
    },
  }
}

/** Options of a dashboard on the virtual clock; today is 2026-11-20, a Friday. */
export function dashboardOptions(
  layout: LoadedLayout,
  network: FakeNetwork,
  clock: VirtualClock,
  sources: SourceRegistry,
  extra: Partial<DashboardOptions> = {},
): DashboardOptions {
  return {
    layout,
    sources,
    compute: network.compute,
    clock,
    random: () => 0.5,
    user: { id: 'ana', admin: false },
    locale: 'es',
    today: () => '2026-11-20',
    resolvePeriods,
    ...extra,
  }
}
