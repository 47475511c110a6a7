/** The lists of a dashboard's filters: an answer through its steps to every filter it fills, and its names. */
import { emptyFrame } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { Compute, Issue } from '../../types.ts'
import { transformIssue } from './delivery.ts'
import type { Graph } from '../graph/graph.ts'
import { issue } from '../document/issue.ts'
import { kindOf } from '../kinds/index.ts'
import type { LayoutModel, ParamKey, QueryKey } from '../document/model.ts'
import { lackingColumn, listOf, mergeNames, namesOf, visibleRows, type OptionList } from '../params/options.ts'
import { same } from '../document/pointer.ts'
import { sameNames } from './same.ts'
import type { JobEvent } from './scheduler-types.ts'
import type { ListView } from './views.ts'

type Names = ReadonlyMap<number, string>
type Answer = Extract<JobEvent, { kind: 'done' | 'notFound' | 'failed' }>
export type FilledLists = ReadonlyMap<ParamKey, OptionList | 'failed'>

interface Parts {
  readonly model: LayoutModel
  readonly graph: Graph
  readonly compute: Compute
  /** Sees venues without data too. */
  readonly admin: boolean
  /** Names that another dashboard knew before this one. */
  readonly namesBefore: Readonly<Record<string, Names>> | undefined
}

export interface DashboardLists {
  readonly views: ReadonlyMap<ParamKey, ListView>
  /** Names of the members of dimensions. The same names are the same object: others mean another drawing. */
  readonly labels: Readonly<Record<string, Names>>
  /** Steps are running. */
  forget(query: QueryKey): void
  /**
   * What an answer gives each filter that it fills. `lost`: it was kept from another page, and the worker that held it
   * is gone. `outdated`: it is not the current one any more, and nothing was taken from it.
   */
  fill(query: QueryKey, event: Answer, isCurrent: () => boolean): Promise<FilledLists | 'lost' | 'outdated'>
}

export const sameList = (a: OptionList | 'failed' | undefined, b: OptionList | 'failed'): boolean =>
  a !== undefined && a !== 'failed' && b !== 'failed' && same(a, b)

export function createLists({ model, graph, compute, admin, namesBefore }: Parts): DashboardLists {
  const views = new Map<ParamKey, ListView>()
  /** What each list names; a dimension may have several. */
  const named = new Map<ParamKey, { readonly dimension: string; readonly names: Names }>()
  const labels: Record<string, Names> = { ...namesBefore }

  function addNames(key: ParamKey, dimension: string, names: Names): void {
    named.set(key, { dimension, names })
    const merged = mergeNames(
      [...model.params.keys()].flatMap((one) => {
        const own = named.get(one)
        return own?.dimension === dimension ? [own.names] : []
      }),
    )
    if (!sameNames(labels[dimension], merged)) labels[dimension] = merged
  }

  async function rowsOf(query: QueryKey, event: Answer): Promise<{ frame?: Frame; failure?: Issue }> {
    if (event.kind === 'failed') return { failure: event.issue }
    const definition = model.queries.get(query)
    if (event.kind === 'notFound') return { frame: emptyFrame(definition?.source.columns ?? []) }
    try {
      return {
        frame: (await compute.run(event.ref, definition?.transform ?? [], {}, new AbortController().signal)).frame,
      }
    } catch (cause) {
      return { failure: transformIssue(cause) }
    }
  }

  /** The list of one filter; `failed` where there are no rows, or they lack a column that the filter reads. */
  function take(
    key: ParamKey,
    frame: Frame | undefined,
    failure: Issue | undefined,
  ): OptionList | 'failed' | undefined {
    const definition = model.params.get(key)?.definition
    const options = definition?.options
    if (definition === undefined || options === undefined || Array.isArray(options)) return undefined
    const kind = kindOf(definition)
    const columns = kind.columns?.(options) ?? []
    const rows = frame === undefined ? undefined : visibleRows(frame, options, admin)
    const lacking = rows && lackingColumn(rows, options, [...columns, ...(kind.labelColumns?.(options) ?? [])])
    if (rows === undefined || lacking !== undefined) {
      const why = lacking === undefined ? failure : lackingIssue(key, options.query, lacking, rows?.columns ?? [])
      views.set(key, { frame: undefined, ...(why && { issue: why }) })
      return 'failed'
    }
    views.set(key, { frame: rows })
    if (options.names !== undefined) addNames(key, options.names, namesOf(rows, options))
    return listOf(rows, options, columns)
  }

  return {
    views,
    labels,
    forget(query) {
      for (const key of graph.filledBy.get(query) ?? []) views.delete(key)
    },
    async fill(query, event, isCurrent) {
      const { frame, failure } = await rowsOf(query, event)
      if (failure?.params?.code === 'WORKER_LOST' && event.kind === 'done' && event.from !== 'network') return 'lost'
      if (!isCurrent()) return 'outdated'
      return new Map(
        (graph.filledBy.get(query) ?? []).flatMap((key) => {
          const list = take(key, frame, failure)
          return list === undefined ? [] : [[key, list] as const]
        }),
      )
    },
  }
}

/** A list whose columns only its rows tell, for example behind a pivot, lacks one that the filter needs. */
const lackingIssue = (key: ParamKey, query: string, column: string, columns: Frame['columns']): Issue =>
  issue('PARAM_OPTIONS_COLUMN_UNKNOWN', `/params/${key}/options`, {
    query,
    column,
    columns: columns.map(({ id }) => id).join(', '),
  })
