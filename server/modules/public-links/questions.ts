/**
 * Which questions belong to the dashboard of a link. The document says which sources it asks and what its filters may
 * hold; the days are those that the dashboard itself asks for, as the engine of the page works them out.
 */
import { CALENDAR_FILTERS } from '#domain/calendar-filters'
import { isRecord } from '#domain/record'
import type { SourceDefinition } from '#engine/types'
import type { ArgValue, LayoutModel, QueryModel } from '../../../src/engine/core/document/model.ts'
import { canonicalArg, stable } from '../../../src/engine/core/graph/args.ts'
import type { Args } from '../../../src/engine/core/graph/args.ts'
import { AppError } from '../../lib/errors.ts'

/** Queries of the dashboard itself. */
export interface Question {
  readonly source: string
  readonly args: Args
}

export interface Plan {
  readonly model: Pick<LayoutModel, 'queries' | 'params'>
  readonly questions: readonly Question[]
}

/** Which of the link's clients and locals may be asked for now. */
export interface Bounds {
  readonly clients: readonly number[]
  /** Null = all of the clients. */
  readonly locals: readonly number[] | null
}

/** Lists that are limited to the locals of a link, or hold no locals. */
const LISTS: ReadonlySet<string> = new Set(['clients.list', 'locals.byClient', 'locals.active', 'campaigns.list'])
/** Asked beside the queries of a page, with the arguments of one of them (`argumentsBeside`). */
export const BESIDE: ReadonlySet<string> = new Set(['compare.days'])
const MAX_IDS = 2000
const MAX_TEXT = 200

/** Without what was asked: a reader may have put anything there, the token of the link too. */
export const notAllowed = () =>
  new AppError(
    'PUBLIC_LINK_QUESTION_NOT_ALLOWED',
    'The dashboard of this link does not ask this; a link reads its own dashboard and nothing else.',
  )

/** Sources that answer for whole clients, so that a link to some locals cannot use them. */
export const unboundable = ({ queries }: Plan['model']): string[] => [
  ...new Set(
    [...queries.values()]
      .map(({ source }) => source)
      .filter(({ name, args }) => !LISTS.has(name) && args.locals === undefined)
      .map(({ name }) => name),
  ),
]

/**
 * The arguments to ask with, within the bounds. Throws PUBLIC_LINK_QUESTION_NOT_ALLOWED for what the document does not
 * ask.
 */
export function requireQuestion(
  plan: Plan,
  sources: ReadonlyMap<string, SourceDefinition>,
  { source: name, args }: Question,
  { clients, locals }: Bounds,
): Args {
  const source = sources.get(name)
  if (source === undefined) throw notAllowed()
  const found = queriesFor(plan, source).find((query) => permits(plan, query, args))
  if (found === undefined) throw notAllowed()
  if (args.client !== undefined && !clients.includes(args.client as number)) throw notAllowed()
  if (locals === null || LISTS.has(name)) return args
  if (source.args.locals === undefined) throw notAllowed()
  // Not to be left out, which means all of them, nor to be said by a word.
  const { locals: wanted } = args
  if (Array.isArray(wanted)) {
    if (!wanted.every((id) => locals.includes(Number(id)))) throw notAllowed()
    return args
  }
  return { ...args, locals: [...locals] }
}

function queriesFor({ model }: Plan, source: SourceDefinition): QueryModel[] {
  const queries = [...model.queries.values()]
  const own = queries.filter((query) => query.source.name === source.name)
  if (own.length > 0 || !BESIDE.has(source.name)) return own
  return queries
    .filter(({ args }) => 'p2Start' in args)
    .map((query) => ({
      ...query,
      source,
      args: Object.fromEntries(Object.entries(query.args).filter(([arg]) => arg in source.args)),
    }))
}

/** Whether the query can be asked so, for any values of its free filters. */
function permits(plan: Plan, query: QueryModel, args: Args): boolean {
  if (Object.keys(args).some((name) => !Object.hasOwn(query.args, name))) return false
  const names = Object.entries(query.args)
  const days = names.filter(([name, given]) => isOfDays(plan, query.source, name, given)).map(([name]) => name)
  if (
    days.length > 0 &&
    !plan.questions.some((question) => days.every((name) => stable(question.args[name]) === stable(args[name])))
  )
    return false
  return names.every(([name, given]) => days.includes(name) || fits(plan, query.source, name, given, args[name]))
}

const isOfDays = ({ model }: Plan, source: SourceDefinition, name: string, given: ArgValue): boolean =>
  'ref' in given &&
  (source.args[name]?.type === 'date' || CALENDAR_FILTERS.has(model.params.get(given.ref.param)?.definition.type ?? ''))

function fits({ model }: Plan, source: SourceDefinition, name: string, given: ArgValue, value: unknown): boolean {
  const { type = 'text', required = false } = source.args[name] ?? {}
  if (value === undefined) return !required && 'ref' in given
  if ('literal' in given) return stable(canonicalArg(type, given.literal)) === stable(value)
  if (given.all !== undefined && value === given.all) return true
  const options = model.params.get(given.ref.param)?.definition.options
  const known = Array.isArray(options)
    ? new Set(options.filter(isRecord).map((option) => stable(option.value)))
    : undefined
  if (type === 'ids') {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_IDS) return false
    return value.every((one) => isScalar(one) && (known === undefined || known.has(stable(one))))
  }
  if (known !== undefined) return known.has(stable(value))
  return type === 'id' ? isId(value) : isScalar(value)
}

const isId = (value: unknown) =>
  (Number.isSafeInteger(value) && Number(value) > 0) || (typeof value === 'string' && value.length <= MAX_TEXT)
const isScalar = (value: unknown) =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= MAX_TEXT)
