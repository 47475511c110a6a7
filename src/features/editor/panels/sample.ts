/**
 * A few real rows of a query and of its steps, asked of the page's own sources and computed in its own workers with
 * what the filters of the canvas are set to. An answer is kept while its steps are edited, so that each edit costs the
 * steps alone.
 */
import type { Compute, FrameRef, SourceDefinition, SourceRegistry, StepReport } from '#engine'
import { argumentsOf, keyOf } from '#engine/core/graph/args'
import { own } from '#engine/core/document/pointer'
import { isRequired } from '#engine/core/params/arg-fits'
import { fillSteps, parseReference } from '#engine/core/params/references'
import { joinsOf } from '#engine/core/graph/steps-check'
import type { Frame } from '#domain/frame'
import type { Doc } from '../model/store.ts'
import { recordAt, textAt } from '../model/raw.ts'

/** Rows that are returned for any query. */
export const SAMPLE_ROWS = 20
/** Answers kept at once. */
const KEPT = 4

export type Sample =
  /** A filter that a query needs has no value. */
  | { readonly kind: 'blocked'; readonly missing: string }
  /** The query itself is wrong: the findings say how. */
  | { readonly kind: 'unusable' }
  | {
      readonly kind: 'ready'
      /** The first rows after the steps that work. */
      readonly frame: Frame
      /** Rows there are after them. */
      readonly rows: number
      /** One for each step that worked. */
      readonly reports: readonly StepReport[]
      /** The step that did not, and why. */
      readonly failed?: { readonly at: number; readonly cause: unknown }
      /** Only the first member of a list was asked for: a store, where a question goes to each. */
      readonly isPart: boolean
    }

export interface Sampler {
  /** Asks as the document says, whether a widget uses the query or not. */
  take(doc: Doc, query: string, steps: readonly unknown[], signal: AbortSignal): Promise<Sample>
  dispose(): void
}

type Loaded = { readonly ref: FrameRef; readonly isPart: boolean } | { readonly missing: string } | null

/**
 * The current arguments of a query; the filter that it waits for; null where the query is invalid.
 *
 * @param values the current values of the filters of the canvas
 */
export function questionOf(
  doc: Doc,
  id: string,
  sources: SourceRegistry,
  values: (param: string) => unknown,
):
  | { readonly source: SourceDefinition; readonly args: Readonly<Record<string, unknown>> }
  | { readonly missing: string }
  | null {
  const raw = own(recordAt(doc, 'queries'), id)
  const source = sources.get(textAt(raw, 'source'))
  const written = recordAt(raw, 'args')
  if (source === undefined || Object.keys(written).some((name) => !Object.hasOwn(source.args, name))) return null
  if (Object.entries(source.args).some(([name, arg]) => isRequired(arg, written) && !Object.hasOwn(written, name)))
    return null
  const args = Object.fromEntries(
    Object.entries(written).map(([name, literal]) => {
      const ref = parseReference(literal)
      return [name, ref === undefined ? { literal } : { ref }]
    }),
  )
  const asked = argumentsOf({ key: id, id, source, args, transform: [], params: [] }, values, '')
  return 'empty' in asked ? { missing: asked.empty } : { source, args: asked.args }
}

export function createSampler(sources: SourceRegistry, compute: Compute, values: (param: string) => unknown): Sampler {
  const kept = new Map<string, FrameRef>()

  async function ask(
    source: SourceDefinition,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<FrameRef> {
    const key = keyOf(source.name, args, '')
    const known = kept.get(key)
    if (known !== undefined) return known
    const ref = await source.load(args, { signal })
    kept.set(key, ref)
    for (const [old, one] of kept) {
      if (kept.size <= KEPT) break
      kept.delete(old)
      compute.release(one.id)
    }
    return ref
  }

  async function load(doc: Doc, id: string, signal: AbortSignal): Promise<Loaded> {
    const question = questionOf(doc, id, sources, values)
    if (question === null || 'missing' in question) return question
    const { source, args } = question
    const each = source.fanOut
    const list = each === undefined ? undefined : args[each]
    const isPart = Array.isArray(list) && list.length > 1
    const first = each !== undefined && isPart ? { ...args, [each]: [list[0] as unknown] } : args
    return { ref: await ask(source, first, signal), isPart }
  }

  return {
    async take(doc, id, steps, signal) {
      const loaded = await load(doc, id, signal)
      if (loaded === null) return { kind: 'unusable' }
      if ('missing' in loaded) return { kind: 'blocked', missing: loaded.missing }
      const joins: Record<string, FrameRef> = {}
      for (const other of joinsOf(steps)) {
        const joined = await load(doc, other, signal)
        if (joined === null) return { kind: 'unusable' }
        if ('missing' in joined) return { kind: 'blocked', missing: joined.missing }
        joins[other] = joined.ref
      }
      const filled = fillSteps(steps, values)
      const run = async (some: readonly unknown[]) => {
        const { frame, steps: reports } = await compute.run(
          loaded.ref,
          [...some, { op: 'limit', n: SAMPLE_ROWS }],
          joins,
          signal,
        )
        const own = reports.slice(0, some.length)
        return {
          kind: 'ready' as const,
          frame,
          rows: reports.at(-1)?.rowsIn ?? frame.rows,
          reports: own,
          isPart: loaded.isPart,
        }
      }
      try {
        return await run(filled)
      } catch (cause) {
        signal.throwIfAborted()
        const at = stepOf(cause, filled.length)
        if (at === undefined) throw cause
        return { ...(await run(filled.slice(0, at))), failed: { at, cause } }
      }
    },
    dispose() {
      for (const { id } of kept.values()) compute.release(id)
      kept.clear()
    },
  }
}

/** The step that an error names; undefined where it names none of ours. */
function stepOf(cause: unknown, steps: number): number | undefined {
  const { details } = (cause ?? {}) as { details?: { step?: unknown } }
  const step = Number(details?.step ?? Number.NaN)
  return Number.isInteger(step) && step >= 0 && step < steps ? step : undefined
}
