/**
 * Targets of the gestures of a widget: each event sets one filter, to a field of the event or to a fixed value. A value
 * of another kind than the filter takes would set nothing, without any message: so it is an error here.
 */
import type { Column } from '#domain/frame'
import { parseDay } from '#domain/periods'
import type { Param, Widget } from '#schemas/generated/layout.ts'
import type { EventField, Issue, ValueKind, WidgetDeclaration } from '../../../types.ts'
import { issue } from '../../document/issue.ts'
import type { EmitRule, ParamModel } from '../../document/model.ts'
import { at, join } from '../../document/pointer.ts'
import { kindOf } from '../../kinds/index.ts'
import { parsePlace } from '../../params/references.ts'
import { type ParamTable, type Report, withoutDollar } from './params.ts'
import type { QueryTable } from './queries.ts'

export interface GestureContext {
  readonly params: ParamTable
  readonly queries: QueryTable
  readonly report: Report
  /** The columns of a query after its steps; undefined where they are known with the data only. */
  readonly listColumns: (query: string) => readonly Column[] | undefined
}

interface Sender {
  readonly id: string
  readonly shape: Pick<Widget, 'type' | 'emits'>
  readonly definition: WidgetDeclaration
  readonly section: string | undefined
  /** With their defaults: they name the columns whose members an event gives. */
  readonly options: Readonly<Record<string, unknown>>
  /** The columns of each of its inputs after all steps; undefined where they are known with the data only. */
  readonly inputs: () => readonly (readonly Column[] | undefined)[]
}

/**
 * A gesture whose value does not fit costs itself alone: of a dashboard that was published with one, readers keep the
 * widget.
 *
 * @param wrong filled with what puts the widget in quarantine
 */
export function resolveGestures(sender: Sender, wrong: Issue[], context: GestureContext): Record<string, EmitRule> {
  const { id, shape, definition, section } = sender
  const { params, queries, report } = context
  const emits: Record<string, EmitRule> = {}
  for (const [event, { set, to }] of Object.entries(shape.emits ?? {})) {
    const place = `${join('widgets', id)}/emits${join(event)}`
    const fields = Object.hasOwn(definition.emits ?? {}, event) ? definition.emits?.[event] : undefined
    if (fields === undefined) {
      wrong.push(issue('WIDGET_EVENT_UNKNOWN', place, { type: shape.type, event }))
      continue
    }
    const ref = parsePlace(set)
    const found = params.resolve(ref, set, section, `${place}/set`, withoutDollar)
    if (found.issue !== undefined) wrong.push(found.issue)
    if (found.key === undefined) continue
    wrong.push(...queries.paramCauses(found.key))
    const field = typeof to === 'string' && to.startsWith('$event.') ? to.slice('$event.'.length) : undefined
    const isKnown = field === undefined || Object.hasOwn(fields, field)
    if (!isKnown) wrong.push(issue('WIDGET_EVENT_FIELD_UNKNOWN', `${place}/to`, { event, field }))
    const path = ref?.path ?? []
    const target = params.models.get(found.key)
    if (target !== undefined && found.issue === undefined && isKnown) {
      const value = field === undefined ? { kinds: kindsOfLiteral(to), isList: false } : given(fields[field], sender)
      const idle = mismatch({ event, set, value, path, target, place }, context)
      report(...idle.map((one) => ({ ...one, widget: id })))
      if (idle.length > 0) continue
    }
    emits[event] = { param: found.key, path, to: field === undefined ? { literal: to } : { field } }
  }
  return emits
}

/** Kinds that a value may be of; undefined where nothing is known before the data are there. */
interface Given {
  readonly kinds: readonly ValueKind[] | undefined
  readonly isList: boolean
}

const kindsOfLiteral = (value: string | number | boolean): readonly ValueKind[] =>
  typeof value === 'boolean'
    ? ['boolean']
    : typeof value === 'number'
      ? ['number', 'id']
      : parseDay(value) === null
        ? ['text']
        : ['day', 'text']

const RANGE: readonly ValueKind[] = ['range']

function given(field: EventField | undefined, { options, inputs }: Sender): Given {
  if (field === undefined || typeof field === 'string') return { kinds: field && [field], isList: false }
  const isDays = 'daysOf' in field
  const isList = !isDays && field.isList === true
  const names = [at(options, `/${isDays ? field.daysOf : field.memberOf}`)]
    .flat()
    .filter((name) => typeof name === 'string')
  const kinds = names.flatMap((name) => {
    const column = inputs()
      .flatMap((columns) => columns ?? [])
      .find(({ id }) => id === name)
    // Months are counted in whole numbers.
    if (isDays && column !== undefined && (column.type === 'day' || name === 'month')) return [RANGE]
    return [kindsOfColumn(column)]
  })
  const isUnknown = kinds.length === 0 || kinds.includes(undefined)
  return { kinds: isUnknown ? undefined : [...new Set(kinds.flatMap((some) => some ?? []))], isList }
}

/** A whole number in no unit may be of either kind. */
function kindsOfColumn(column: Column | undefined): readonly ValueKind[] | undefined {
  if (column === undefined) return undefined
  const { type, unit } = column
  if (type === 'text' || type === 'boolean' || type === 'day') return [type]
  return unit === undefined ? ['id', 'number'] : [unit === 'id' ? 'id' : 'number']
}

function mismatch(
  {
    event,
    set,
    value: { kinds, isList },
    path,
    target,
    place,
  }: {
    readonly event: string
    readonly set: string
    readonly value: Given
    readonly path: readonly string[]
    readonly target: ParamModel
    readonly place: string
  },
  context: GestureContext,
): Issue[] {
  const { definition, id } = target
  const { gestures, holds } = kindOf(definition)
  const part = path.join('.')
  if (!Object.hasOwn(gestures, part)) {
    const places = Object.keys(gestures).map((one) => (one === '' ? id : `${id}.${one}`))
    return [
      issue('GESTURE_TARGET_INVALID', `${place}/set`, {
        event,
        set,
        type: definition.type,
        places: places.join(', ') || '–',
      }),
    ]
  }
  const taken = gestures[part]
  const takes = taken === 'list' ? kindsOfList(target, context) : taken
  const isMany = taken === 'list' && holds === 'many'
  const fits = kinds === undefined || takes === undefined || kinds.some((kind) => takes.includes(kind))
  if (fits && (!isList || isMany)) return []
  const write = (some: readonly string[] | undefined, many: boolean) => (some ?? ['…']).join(' | ') + (many ? '[]' : '')
  return [
    issue('GESTURE_KIND_MISMATCH', `${place}/to`, {
      event,
      gives: write(kinds, isList),
      set,
      takes: write(takes, isMany),
    }),
  ]
}

function kindsOfList(
  { definition: { options }, optionsQuery }: ParamModel,
  { listColumns }: GestureContext,
): readonly ValueKind[] | undefined {
  if (Array.isArray(options)) {
    const kinds = options.flatMap(({ value }) => kindsOfLiteral(value))
    return kinds.length === 0 ? undefined : [...new Set(kinds)]
  }
  const name = (options as Exclude<Param['options'], readonly unknown[]>)?.value
  const column = optionsQuery === undefined ? undefined : listColumns(optionsQuery)?.find(({ id }) => id === name)
  return kindsOfColumn(column)
}
