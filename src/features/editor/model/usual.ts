/**
 * Prerequisites of a new widget on a page without them: the query that has its columns, with the filters that
 * its source asks for. So the first press on the palette shows figures; everything can be changed after.
 */
import type { LoadContext } from '#engine'
import { own } from '#engine/core/document/pointer'
import { parseReference } from '#engine/core/params/references'
import type { EventField } from '#engine/types'
import { stable } from '#engine/core/graph/args'
import { flow } from '#engine/core/document/columns'
import { fieldsOf, isInForce, type JsonSchema, valueOf } from '#engine/core/document/option-fields'
import { current, isDraft } from 'immer'
import { listAt, put, putTidy, recordAt, textAt } from './raw.ts'
import { columnsAfter, inputColumns } from './columns.ts'
import { usualStepsOf } from './fitting.ts'
import type { Doc } from './patches.ts'

/** The default gesture of a widget: which filter of its query it sets, and which part of it. */
interface Gesture {
  readonly field: string
  readonly arg: string
  readonly type: string
  readonly part?: string
}
const GESTURES: Readonly<Record<string, readonly Gesture[]>> = {
  pickLocal: [{ field: 'local', arg: 'locals', type: 'multi' }],
  pickDay: [
    { field: 'day', arg: 'date', type: 'date' },
    { field: 'day', arg: 'end', type: 'date' },
    { field: 'day', arg: 'p1Start', type: 'periodPair', part: 'comparing' },
  ],
}

/**
 * A press on a member: where the option that names its column has the stores, the first of several, it is a press on a
 * store.
 */
const ofMembers = (fields: Readonly<Record<string, EventField>>, optionAt: (name: string) => unknown) =>
  Object.entries(fields).flatMap(([field, holds]) => {
    const columns = typeof holds === 'string' || !('memberOf' in holds) ? [] : [optionAt(holds.memberOf)].flat()
    return columns[0] === 'local' ? [{ field, arg: 'locals', type: 'multi' }] : []
  })

/** The kind of a widget of the document, as far as its steps depend on it. */
interface Steps {
  readonly written: unknown
  /** As they would come by themselves; none where its data lack what they read. */
  readonly usual: unknown
}
function stepsOf(doc: Doc, id: string, input: string, { context, schema }: Known): Steps {
  const widget = own(doc.widgets, id)
  const data = own(own(widget, 'data'), input)
  const definition = context.widgets.get(textAt(widget, 'type'))
  const query = textAt(data, 'query')
  const columns = columnsAfter(doc, context.sources, query, listAt(own(doc.queries, query), 'transform'))
  const steps =
    definition === undefined ? [] : usualStepsOf({ definition, schema, options: recordAt(widget, 'options') }, input)
  const canRun = columns !== undefined && flow(columns, steps, () => undefined).missing.length === 0
  return { written: own(data, 'transform'), usual: canRun && steps.length > 0 ? steps : undefined }
}

interface Known {
  readonly context: LoadContext
  /** Of the options of the widget; without it what they are by default is not known. */
  readonly schema: JsonSchema | undefined
}

/**
 * The gestures that a widget of the document begins with, tied to the filters that its figures are asked with;
 * undefined when there are none. A press on a day is one where its data have days.
 */
export function defaultEmits(doc: Doc, id: string, { context, schema }: Known): Doc | undefined {
  const widget = own(doc.widgets, id)
  const { emits = {} } = context.widgets.get(textAt(widget, 'type')) ?? {}
  const inputs = Object.entries(recordAt(widget, 'data'))
  const asked = inputs.map(([, input]) => own(own(doc.queries, textAt(input, 'query')), 'args'))
  const columns = inputs.map(([input]) => inputColumns(doc, context.sources, id, input))
  const mayHave = (column: string) => columns.some((one) => one === undefined || one.has(column))
  const options = recordAt(widget, 'options')
  const fields = schema === undefined ? [] : fieldsOf(schema)
  const optionAt = (name: string) => {
    const field = fields.find(({ key }) => key === name)
    if (field === undefined) return own(options, name)
    return isInForce(field, fields, options) ? valueOf(field, options) : undefined
  }
  const tied = Object.entries(emits).flatMap(([event, fields]) => {
    const meant: readonly Gesture[] = event === 'pick' ? ofMembers(fields, optionAt) : (GESTURES[event] ?? [])
    const places = meant.flatMap(({ field, arg, type, part }) => {
      const filters = asked.flatMap((one) => parseReference(own(one, arg))?.param ?? [])
      const filter = filters.find((one) => own(own(doc.params, one), 'type') === type)
      return filter === undefined || !Object.hasOwn(fields, field) || (field === 'day' && !mayHave('day'))
        ? []
        : [{ set: part === undefined ? filter : `${filter}.${part}`, to: `$event.${field}` }]
    })
    return places[0] === undefined ? [] : [[event, places[0]] as const]
  })
  return tied.length === 0 ? undefined : Object.fromEntries(tied)
}

/**
 * Changes a widget. Default gestures and steps of its old type become those of its new type: bars of
 * stores that become bars of hours filter no stores any more. Those set by the author stay.
 */
export function followed(id: string, known: Known, change: (draft: Doc) => void): (draft: Doc) => void {
  return (draft) => {
    if (known.schema === undefined) {
      change(draft)
      return
    }
    const before = isDraft(draft) ? current(draft) : structuredClone(draft)
    change(draft)
    const [was = {}, is = {}] = [defaultEmits(before, id, known), defaultEmits(draft, id, known)]
    const written = own(own(before.widgets, id), 'emits')
    for (const event of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const isUsual = stable(own(written, event) ?? null) === stable(was[event] ?? null)
      if (isUsual) putTidy(draft, ['widgets', id, 'emits', event], is[event])
    }
    for (const input of Object.keys(recordAt(own(draft.widgets, id), 'data'))) {
      const [then, now] = [stepsOf(before, id, input, known), stepsOf(draft, id, input, known)]
      const isUsual = stable(now.written ?? null) === stable(then.usual ?? null)
      if (isUsual) put(draft, ['widgets', id, 'data', input, 'transform'], structuredClone(now.usual))
    }
  }
}
