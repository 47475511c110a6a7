/** The gestures of a widget: each event may set one filter, to a field of the event or to a fixed value. */
import { isRecord, own } from '#engine/core/document/pointer'
import type { EventField, WidgetDefinition } from '#engine/types'
import { memo } from 'react'
import { Select, useUi } from '#ui'
import { useEditor } from '../model/use-editor.tsx'
import { fieldFor } from '../model/filter-places.ts'
import { put, putTidy, textAt } from '../model/raw.ts'
import { Beyond, Labelled } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { usePlaceName } from './use-part-name.ts'
import { useSettablePlaces } from './use-places.ts'
import { readScalar, type Scalar, showScalar } from './steps/values.ts'
import css from './panels.module.css'

const EVENT = '$event.'
const FIXED = '\u0001'

export const EmitsEditor = memo(function EmitsEditor({
  widget,
  emits: written,
  definition,
}: {
  widget: string
  emits: unknown
  definition: WidgetDefinition<never>
}) {
  const { t } = useUi()
  const emits = isRecord(written) ? written : {}
  const events = Object.entries(definition.emits ?? {})
  const strangers = Object.keys(emits).filter((event) => !events.some(([name]) => name === event))
  return (
    <div className={css.stack}>
      <p className={css.help}>{t('editor-panels:emits.help')}</p>
      {events.map(([event, fields]) => (
        <Gesture key={event} widget={widget} event={event} fields={fields} rule={own(emits, event)} />
      ))}
      {strangers.map((event) => (
        <Beyond key={event} label={event} value={emits[event]} />
      ))}
    </div>
  )
})

function Gesture({
  widget,
  event,
  fields,
  rule,
}: {
  widget: string
  event: string
  fields: Readonly<Record<string, EventField>>
  rule: unknown
}) {
  const { t } = useUi()
  const editor = useEditor()
  const places = useSettablePlaces()
  const placeName = usePlaceName()
  const path = ['widgets', widget, 'emits', event]
  const write = (next: Readonly<Record<string, unknown>> | undefined) =>
    editor.change(
      { key: 'emits', params: { name: event } },
      (draft) => (next === undefined ? putTidy(draft, path, undefined) : put(draft, path, next)),
      `emits ${widget} ${event}`,
    )
  /** The field that fits what is set: the day of one press is no list of locals. */
  const fieldOf = (place: string) => {
    const fit = fieldFor(fields, places.find(({ id }) => id === place) ?? { type: '' })
    return `${EVENT}${fit ?? Object.keys(fields)[0] ?? 'value'}`
  }
  const target = textAt(rule, 'set')
  const to = own(rule, 'to')
  const isField = typeof to === 'string' && to.startsWith(EVENT)
  if (rule !== undefined && !isRecord(rule)) return <Beyond label={event} value={rule} />
  return (
    <Labelled label={t('editor-panels:emits.event', { name: event })}>
      <Select
        label={t('editor-panels:emits.set')}
        options={[
          ...places.map(({ id }) => ({ id, label: placeName(id) })),
          ...(target === '' || places.some(({ id }) => id === target)
            ? []
            : [{ id: target, label: placeName(target) }]),
        ]}
        value={target === '' ? null : target}
        emptyLabel={t('editor-panels:emits.nothing')}
        onChange={(next) =>
          write(next === null ? undefined : { set: next, to: isField || to === undefined ? fieldOf(next) : to })
        }
      />
      {rule !== undefined && (
        <Select
          label={t('editor-panels:emits.to')}
          isSearchable={false}
          value={isField ? to : FIXED}
          options={[
            ...Object.keys(fields).map((field) => ({
              id: `${EVENT}${field}`,
              label: t('editor-panels:emits.field', { name: field }),
            })),
            { id: FIXED, label: t('editor-panels:emits.fixed') },
          ]}
          onChange={(next) => {
            if (next !== null) write({ set: target, to: next === FIXED ? true : next })
          }}
        />
      )}
      {rule !== undefined && !isField && (
        <DraftField
          label={t('editor-panels:step.value')}
          value={showScalar((to ?? null) as Scalar)}
          write={(text) => {
            const value = readScalar(text)
            if (value === null) return t('editor-panels:problem.missing')
            write({ set: target, to: value })
            return null
          }}
        />
      )}
    </Labelled>
  )
}
