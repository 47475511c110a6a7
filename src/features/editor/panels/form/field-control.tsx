/** One field of the options form: the control that fits its shape. Only valid values are written. */
import { useState } from 'react'
import { NumberField, Switch, useUi } from '#ui'
import { findMetric } from '#domain/metrics/index'
import { columnName, columnOptions } from '../../model/column-names.ts'
import { DraftField } from '../parts/draft-field.tsx'
import { Labelled } from '../parts/fold.tsx'
import { type Problem, problemOf } from '#engine/core/document/option-fields'
import { ChoiceControl } from './choice-control.tsx'
import { ColumnControl } from './column-control.tsx'
import { ChosenInOrder } from './chosen-in-order.tsx'
import { NumbersControl } from './numbers-control.tsx'
import { ObjectsControl } from './objects-control.tsx'
import { PictureControl } from './picture-control.tsx'
import type { FieldControlProps } from './field-control-props.ts'

export function FieldControl({ field, words, value, columnsOf, problemText, write }: FieldControlProps) {
  const { t } = useUi()
  const { shape } = field
  const [refused, setRefused] = useState<{ readonly at: unknown; readonly problem: Problem } | null>(null)
  // Another value from elsewhere ends the complaint about the one that was not written.
  const problem = refused !== null && refused.at === value ? refused.problem : null
  const offer = (next: unknown): string | null => {
    const wrong = problemOf(shape, next)
    setRefused(wrong === null ? null : { at: value, problem: wrong })
    if (wrong !== null) return problemText(wrong)
    write(next)
    return null
  }
  const error = problem === null ? null : problemText(problem)
  const { label, help } = words
  const nameOf = (one: string) => (findMetric(one) === undefined ? words.value(one) : columnName(t, one))
  const common = { label, ...(help !== undefined && { help }), error }

  switch (shape.kind) {
    case 'choice':
      return (
        <ChoiceControl
          {...common}
          as={shape.as}
          options={shape.values.map((id) => ({ id, label: nameOf(id) }))}
          value={String(value)}
          onChange={offer}
        />
      )
    case 'flag':
      return (
        <Switch isSelected={value === true} onChange={offer}>
          {label}
        </Switch>
      )
    case 'number':
      return (
        <NumberField
          {...common}
          value={typeof value === 'number' ? value : null}
          {...(Number.isFinite(shape.least) && { min: shape.least })}
          {...(Number.isFinite(shape.most) && { max: shape.most })}
          {...(shape.isWhole && { step: 1 })}
          onChange={(next) => offer(next ?? (shape.mayBeNone ? null : field.standard))}
        />
      )
    case 'text':
      return <DraftField {...common} value={String(value)} rows={shape.lines === 'many' ? 8 : 1} write={offer} />
    case 'picture':
      return (
        <PictureControl
          label={label}
          {...(help !== undefined && { help })}
          error={error}
          value={String(value)}
          most={shape.most}
          offer={offer}
        />
      )
    case 'column':
      return (
        <ColumnControl
          {...common}
          options={columnOptions(t, columnsOf(shape.column.input), shape.column)}
          value={String(value)}
          mayBeNone={shape.least <= 0}
          onChange={offer}
        />
      )
    case 'columns': {
      const options = columnOptions(t, columnsOf(shape.column.input), shape.column)
      return (
        <ChosenInOrder
          {...common}
          options={options}
          value={value as string[]}
          name={(id) => options.find((one) => one.id === id)?.label ?? id}
          onChange={offer}
        />
      )
    }
    case 'ordered':
      return (
        <ChosenInOrder
          {...common}
          options={shape.values.map((id) => ({ id, label: nameOf(id) }))}
          value={value as string[]}
          name={nameOf}
          onChange={offer}
        />
      )
    case 'numbers':
      return (
        <Labelled label={label} help={help} error={error}>
          <NumbersControl item={shape.item} value={value as number[]} onChange={offer} />
        </Labelled>
      )
    case 'objects':
      return (
        <ObjectsControl
          label={label}
          help={help}
          error={error}
          shape={shape}
          items={value as readonly Record<string, unknown>[]}
          columnsOf={columnsOf}
          problemText={problemText}
          offer={offer}
          Control={FieldControl}
        />
      )
    case 'beyond':
      return null
  }
}
