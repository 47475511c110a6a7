/** One field of the options form: the control that fits its shape. Whatever it is told, only what fits is written. */
import { useState } from 'react'
import { MultiSelect, NumberField, SegmentedControl, Select, Switch, useUi } from '#ui'
import { findMetric } from '#domain/metrics/index'
import type { Columns } from '#engine/core/document/columns'
import { columnName, columnOptions } from '../parts/names.ts'
import { DraftField, Labelled } from '../parts/parts.tsx'
import { type Field, type Problem, problemOf } from './fields.ts'
import { ObjectsControl } from './objects-control.tsx'
import { OrderedControl } from './ordered-control.tsx'
import { PictureControl } from './picture-control.tsx'
import css from '../panels.module.css'

export interface FieldWords {
  readonly label: string
  readonly help?: string
  readonly value: (value: string) => string
}

export interface FieldControlProps {
  field: Field
  words: FieldWords
  value: unknown
  columnsOf: (input: string | undefined) => Columns | undefined
  problemText: (problem: Problem) => string
  write: (value: unknown) => void
}

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
      if (shape.as === 'segmented') {
        return (
          <Labelled label={label} help={help} error={error}>
            <SegmentedControl
              label={label}
              size="small"
              segments={shape.values.map((id) => ({ id, label: nameOf(id) }))}
              value={String(value)}
              onChange={offer}
            />
          </Labelled>
        )
      }
      return (
        <Select
          {...common}
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
    case 'column': {
      const offered = columnOptions(t, columnsOf(shape.column.input), shape.column)
      const isThere = value === '' || offered.some(({ id }) => id === value)
      return (
        <Select
          {...common}
          {...(!isThere && { help: t('editor-panels:noColumn') })}
          options={offered}
          value={value === '' ? null : String(value)}
          isSearchable
          {...(shape.least <= 0 && { emptyLabel: t('editor-panels:none') })}
          onChange={(next) => offer(next ?? '')}
        />
      )
    }
    case 'columns': {
      const chosen = value as string[]
      const known = columnOptions(t, columnsOf(shape.column.input), shape.column)
      // In the order they were chosen in: what is new comes last.
      const inOrder = (next: readonly string[]) => [
        ...chosen.filter((id) => next.includes(id)),
        ...next.filter((id) => !chosen.includes(id)),
      ]
      return (
        <div className={css.stack}>
          <MultiSelect {...common} options={known} value={chosen} onChange={(next) => offer(inOrder(next))} />
          {chosen.length > 1 && (
            <OrderedControl
              label={label}
              values={chosen}
              name={(id) => known.find((one) => one.id === id)?.label ?? id}
              onChange={offer}
            />
          )}
        </div>
      )
    }
    case 'ordered': {
      const chosen = value as string[]
      return (
        <div className={css.stack}>
          <MultiSelect
            {...common}
            options={shape.values.map((id) => ({ id, label: nameOf(id) }))}
            value={chosen}
            onChange={(next) =>
              offer([...chosen.filter((id) => next.includes(id)), ...next.filter((id) => !chosen.includes(id))])
            }
          />
          {chosen.length > 1 && <OrderedControl label={label} values={chosen} name={nameOf} onChange={offer} />}
        </div>
      )
    }
    case 'numbers': {
      const numbers = value as number[]
      return (
        <Labelled label={label} help={help} error={error}>
          <div className={css.numbers}>
            {numbers.map((one, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a place in the list is all a number is
              <NumberField
                key={at}
                label={String(at + 1)}
                value={one}
                min={shape.item.least}
                max={shape.item.most}
                {...(shape.item.isWhole && { step: 1 })}
                onChange={(next) => offer(numbers.map((old, place) => (place === at ? (next ?? old) : old)))}
              />
            ))}
          </div>
        </Labelled>
      )
    }
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
        />
      )
    case 'beyond':
      return null
  }
}
