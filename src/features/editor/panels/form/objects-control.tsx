/** A list of small records: thresholds, measures, own names. */
import { Button, IconButton, PlusIcon, TrashIcon, useUi } from '#ui'
import type { ComponentType } from 'react'
import type { Columns } from '#engine/core/document/columns'
import { columnOptions } from '../../model/column-names.ts'
import { Beyond } from '../parts/fold.tsx'
import type { FieldControlProps } from './field-control-props.ts'
import { canShow, type Field, type FieldShape, firstItem, type Problem } from '#engine/core/document/option-fields'
import { itemFieldName, itemValueName } from './item-names.ts'
import { OrderButtons } from './order-buttons.tsx'
import { moved } from './ordered-control.tsx'
import css from '../panels.module.css'

export interface ObjectsControlProps {
  label: string
  help?: string | undefined
  error: string | null
  shape: FieldShape & { readonly kind: 'objects' }
  items: readonly Readonly<Record<string, unknown>>[]
  columnsOf: (input: string | undefined) => Columns | undefined
  problemText: (problem: Problem) => string
  offer: (value: unknown) => string | null
  /** Draws each field of an entry. */
  Control: ComponentType<FieldControlProps>
}

export function ObjectsControl({
  label,
  help,
  error,
  shape,
  items,
  columnsOf,
  problemText,
  offer,
  Control,
}: ObjectsControlProps) {
  const { t } = useUi()
  const hint = shape.fields.find((field) => field.shape.kind === 'column')?.shape
  const columns =
    hint?.kind === 'column' ? columnOptions(t, columnsOf(hint.column.input), hint.column).map(({ id }) => id) : []
  const change = (at: number, field: Field, value: unknown) =>
    offer(
      items.map((item, place) => {
        if (place !== at) return item
        const { [field.key]: _, ...rest } = item
        return value === undefined ? rest : { ...item, [field.key]: value }
      }),
    )
  const full = items.length >= shape.most
  return (
    <fieldset className={css.objects}>
      <legend className={css.label}>{label}</legend>
      {help !== undefined && <p className={css.help}>{help}</p>}
      {items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no name
        <div
          key={at}
          role="group"
          aria-label={t('editor-panels:entry', { name: label, n: at + 1 })}
          className={css.object}
        >
          <div className={css.objectFields}>
            {shape.fields.map((field) => {
              const name = itemFieldName(t, field.key)
              const value = Object.hasOwn(item, field.key) ? item[field.key] : unset(field)
              if (Object.hasOwn(item, field.key) && !canShow(field, value))
                return <Beyond key={field.key} label={name} value={value} />
              return (
                <Control
                  key={field.key}
                  field={field}
                  value={value}
                  columnsOf={columnsOf}
                  problemText={problemText}
                  words={{ label: name, value: (one) => itemValueName(t, one) }}
                  write={(next) =>
                    change(at, field, !field.isRequired && (next === '' || next === unset(field)) ? undefined : next)
                  }
                />
              )
            })}
          </div>
          <div className={css.objectActions}>
            <OrderButtons
              name={t('editor-panels:entry', { name: label, n: at + 1 })}
              at={at}
              of={items.length}
              onMove={(by) => offer(moved(items, at, by))}
            />
            <IconButton
              plain
              size="small"
              icon={<TrashIcon size={14} />}
              label={t('editor-panels:removeEntry', { name: label, n: at + 1 })}
              isDisabled={items.length <= shape.least}
              onPress={() => offer(items.filter((_item, place) => place !== at))}
            />
          </div>
        </div>
      ))}
      <div className={css.row}>
        <Button
          size="small"
          icon={<PlusIcon size={14} />}
          isDisabled={full}
          onPress={() => offer([...items, firstItem(shape.fields, columns, label)])}
        >
          {t('editor-panels:addEntry')}
        </Button>
        {full && <span className={css.help}>{t('editor-panels:problem.many', { limit: shape.most })}</span>}
      </div>
      {error !== null && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The value shown in an empty field: the first choice, off, nothing. */
function unset({ shape }: Field): unknown {
  switch (shape.kind) {
    case 'choice':
      return shape.values[0]
    case 'flag':
      return false
    case 'number':
      return null
    case 'text':
    case 'picture':
    case 'column':
      return ''
    default:
      return []
  }
}
