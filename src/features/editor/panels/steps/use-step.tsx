/** Shared by the forms of all steps: writing a key, choosing a column. */
import type { ReactNode } from 'react'
import type { Columns } from '#engine/core/document/columns'
import { useUi } from '#ui'
import { textAt } from '../../model/raw.ts'
import { ColumnField } from './step-fields.tsx'
import type { Step } from './ops.ts'

export interface StepFormProps {
  step: Step
  /** The input columns; undefined where only the data know. */
  columns: Columns | undefined
  /** Columns of a query that may be joined. */
  columnsOf: (query: string) => Columns | undefined
  queries: readonly string[]
  onChange: (step: Step) => void
}

interface StepEdits {
  readonly label: (name: string) => string
  /** Undefined takes the key away. */
  readonly set: (key: string, value: unknown) => void
  readonly column: (key: string, name: string, emptyLabel?: string, role?: 'dim' | 'measure') => ReactNode
}

export function useStep({ step, columns, onChange }: StepFormProps): StepEdits {
  const { t } = useUi()
  const label = (name: string) => t(`editor-panels:step.${name}`)
  const set = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = step
    onChange(value === undefined ? rest : { ...step, [key]: value })
  }
  const column = (key: string, name: string, emptyLabel?: string, role?: 'dim' | 'measure') => (
    <ColumnField
      label={label(name)}
      columns={columns}
      value={textAt(step, key)}
      {...(emptyLabel !== undefined && { emptyLabel })}
      {...(role && { only: role })}
      onChange={(next) => {
        if (next !== undefined || emptyLabel !== undefined) set(key, next)
      }}
    />
  )
  return { label, set, column }
}
