/** What is behind a widget: each of its questions with its arguments, its answer and the steps after it. */
import type { FrameRef, SourceDefinition } from '../../types.ts'
import { type Args, argumentsOf } from '../graph/args.ts'
import type { LayoutModel, ParamKey, QueryKey } from '../document/model.ts'
import { fillSteps } from '../params/references.ts'
import type { Asking } from './dashboard-questions.ts'

export interface AskedInput {
  /** Name of the widget's input. */
  readonly input: string
  readonly query: QueryKey
  readonly source: SourceDefinition
  /** What it is asked with now; null while a filter that it needs has no value. */
  readonly args: Args | null
  /** The answer; undefined while there is none. */
  readonly ref: FrameRef | undefined
  /** Steps with the values of filters filled in. */
  readonly steps: readonly unknown[]
  /** Answers of the queries that steps join; those that are missing are not there. */
  readonly joins: Readonly<Record<string, FrameRef>>
}

interface Parts {
  readonly model: LayoutModel
  readonly user: string
  readonly value: (param: ParamKey) => unknown
  readonly questions: ReadonlyMap<QueryKey, Pick<Asking, 'result'>>
}

/** Nothing for a widget that is none, or that cannot be drawn. Asks nothing. */
export function askedBy(id: string, { model, user, value, questions }: Parts): readonly AskedInput[] {
  const widget = model.widgets.get(id)
  if (widget?.kind !== 'live') return []
  const refOf = (query: QueryKey) => {
    const result = questions.get(query)?.result
    return result?.kind === 'done' ? result.ref : undefined
  }
  return Object.entries(widget.data).flatMap(([input, data]): AskedInput[] => {
    const query = model.queries.get(data.query)
    if (query === undefined) return []
    const asked = argumentsOf(query, value, user)
    return [
      {
        input,
        query: data.query,
        source: query.source,
        args: 'empty' in asked ? null : asked.args,
        ref: refOf(data.query),
        steps: fillSteps(data.steps, (name) => value(data.params[name] ?? name)),
        joins: Object.fromEntries(
          Object.entries(data.joins).flatMap(([name, key]) => {
            const ref = refOf(key)
            return ref === undefined ? [] : [[name, ref]]
          }),
        ),
      },
    ]
  })
}
