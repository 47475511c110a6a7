/** What the gestures of a widget do: each event may set one filter, to a field of the event or to a fixed value. */
import { isRecord, own } from '#engine/core/document/pointer'
import type { WidgetDefinition } from '#engine/types'
import { memo } from 'react'
import { Select, useUi } from '#ui'
import { useEditor } from '../model/use-editor.tsx'
import { put, putTidy, textAt } from './edits.ts'
import { Beyond, DraftField, Labelled } from './parts/parts.tsx'
import { usePlaceName } from './use-part-name.ts'
import { usePlaces } from './use-places.ts'
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
  fields: readonly string[]
  rule: unknown
}) {
  const { t } = useUi()
  const editor = useEditor()
  const places = usePlaces()
  const placeName = usePlaceName()
  const path = ['widgets', widget, 'emits', event]
  const write = (next: Readonly<Record<string, unknown>> | undefined) =>
    editor.change(
      { key: 'emits', params: { name: event } },
      (draft) => (next === undefined ? putTidy(draft, path, undefined) : put(draft, path, next)),
      `emits ${widget} ${event}`,
    )
  const target = textAt(rule, 'set')
  const to = own(rule, 'to')
  const isField = typeof to === 'string' && to.startsWith(EVENT)
  if (rule !== undefined && !isRecord(rule)) return <Beyond label={event} value={rule} />
  return (
    <Labelled label={t('editor-panels:emits.event', { name: event })}>
      <Select
        label={t('editor-panels:emits.set')}
        options={places.map(({ id }) => ({ id, label: placeName(id) }))}
        value={target === '' ? null : target}
        emptyLabel={t('editor-panels:emits.nothing')}
        onChange={(next) =>
          write(next === null ? undefined : { set: next, to: to ?? `${EVENT}${fields[0] ?? 'value'}` })
        }
      />
      {rule !== undefined && (
        <Select
          label={t('editor-panels:emits.to')}
          isSearchable={false}
          value={isField ? to : FIXED}
          options={[
            ...fields.map((field) => ({
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
