/** The options of a widget as a form: one control for each property of its schema, in groups, rare ones folded away. */
import { memo } from 'react'
import { useUi } from '#ui'
import { useEditor } from '../../model/use-editor.tsx'
import { followed } from '../../model/usual.ts'
import { put, putTidy } from '../../model/raw.ts'
import type { Columns } from '#engine/core/document/columns'
import { usePorts } from '../ports.tsx'
import { Beyond, Fold } from '../parts/fold.tsx'
import { Place } from '../parts/place.tsx'
import { FieldControl } from './field-control.tsx'
import type { FieldWords } from './field-control-props.ts'
import {
  canShow,
  type Field,
  fieldsOf,
  isInForce,
  type JsonSchema,
  valueOf,
  withOption,
} from '#engine/core/document/option-fields'
import { useProblemText } from './problem-text.ts'
import css from '../panels.module.css'

export interface OptionsFormProps {
  widget: string
  type: string
  schema: JsonSchema
  /** As written in the document. */
  options: Readonly<Record<string, unknown>>
  /** Columns of a data input, undefined where they cannot be known before the data. */
  columnsOf: (input: string | undefined) => Columns | undefined
}

export const OptionsForm = memo(function OptionsForm({ widget, type, schema, options, columnsOf }: OptionsFormProps) {
  const { t, locale } = useUi()
  const editor = useEditor()
  const { widgetText } = usePorts()
  const problemText = useProblemText()
  const text = widgetText(type)
  const all = fieldsOf(schema)
  const known = new Set(all.map(({ key }) => key))
  const fields = all.filter((field) => isInForce(field, all, options))
  const groups = [...new Set(fields.filter(({ isAdvanced }) => !isAdvanced).map(({ group }) => group))]

  const control = (field: Field) => (
    <Place key={field.key} path={['widgets', widget, 'options', field.key]}>
      {controlOf(field)}
    </Place>
  )
  const controlOf = (field: Field) => {
    const label = text(`options.${field.key}.label`)
    const value = valueOf(field, options)
    if (!canShow(field, value)) {
      return (
        <div className={css.stack}>
          <Beyond label={label} value={value} />
          {Object.hasOwn(options, field.key) && field.standard !== undefined && field.shape.kind !== 'beyond' && (
            <StandardButton widget={widget} field={field} label={label} />
          )}
        </div>
      )
    }
    const words: FieldWords = {
      label,
      value: (one) => text(`options.${field.key}.values.${one}`),
      // Descriptions are part of the format, which is documented in English; readers of other languages have the
      // labels.
      ...(locale === 'en' && field.description !== '' && { help: field.description }),
    }
    return (
      <FieldControl
        field={field}
        words={words}
        value={value}
        columnsOf={columnsOf}
        problemText={problemText}
        write={(next) =>
          editor.change(
            { key: 'option', params: { name: label } },
            followed(widget, { context: editor.context, schema }, (draft) => {
              put(draft, ['widgets', widget, 'options'], withOption(options, field, next))
            }),
            `option ${widget} ${field.key}`,
          )
        }
      />
    )
  }

  const rare = fields.filter(({ isAdvanced }) => isAdvanced)
  const strangers = Object.keys(options).filter((key) => !known.has(key))
  return (
    <div className={css.stack}>
      {groups.map((group) => (
        <fieldset key={group} className={css.group}>
          <legend className={css.legend}>
            {t(`editor-panels:group.${group === 'data' || group === 'look' ? group : 'other'}`)}
          </legend>
          {fields.filter((field) => !field.isAdvanced && field.group === group).map(control)}
        </fieldset>
      ))}
      {rare.length > 0 && <Fold title={t('editor-panels:group.advanced')}>{rare.map(control)}</Fold>}
      {strangers.map((key) => (
        <Beyond key={key} label={key} value={options[key]} />
      ))}
    </div>
  )
})

function StandardButton({ widget, field, label }: { widget: string; field: Field; label: string }) {
  const { t } = useUi()
  const editor = useEditor()
  return (
    <div>
      <button
        type="button"
        className={css.textButton}
        onClick={() =>
          editor.change({ key: 'option', params: { name: label } }, (draft) =>
            putTidy(draft, ['widgets', widget, 'options', field.key], undefined),
          )
        }
      >
        {t('editor-panels:toStandard')}
      </button>
    </div>
  )
}
