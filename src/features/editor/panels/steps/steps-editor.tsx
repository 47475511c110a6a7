/** Steps in order: what each does, how many rows go in and come out, and what is wrong with it. */
import { useState } from 'react'
import { flow, type Columns } from '#engine/core/document/columns'
import { isRecord, join } from '#engine/core/document/pointer'
import { ErrorIcon, IconButton, Menu, PlusIcon, Button, TrashIcon, useUi } from '#ui'
import type { SampleState } from '../use-sample.ts'
import { usePorts } from '../ports.tsx'
import { OrderButtons } from '../form/order-buttons.tsx'
import { moved } from '../form/ordered-control.tsx'
import { canShowStep, freshStep, isOp, OPS } from './ops.ts'
import { StepForm } from './step-form.tsx'
import css from '../panels.module.css'

export interface StepsEditorProps {
  /** Where they are in the document. */
  path: readonly (string | number)[]
  steps: readonly unknown[]
  /** Columns before the first step. */
  columns: Columns | undefined
  columnsOf: (query: string) => Columns | undefined
  queries: readonly string[]
  sample: SampleState
  /** Place of the first step among those of the sample: the query's own come first. */
  from: number
  onChange: (steps: readonly unknown[]) => void
}

export function StepsEditor({ path, steps, columns, columnsOf, queries, sample, from, onChange }: StepsEditorProps) {
  const { t, locale } = useUi()
  const { errorText } = usePorts()
  const [open, setOpen] = useState<number | null>(null)
  const number = new Intl.NumberFormat(locale)
  const columnsAt = (at: number) => columns && flow(columns, steps.slice(0, at), columnsOf).columns
  const ready = sample.kind === 'ready' ? sample : undefined
  const add = (op: (typeof OPS)[number]) => {
    const now = columnsAt(steps.length)
    const named = (role: string) => [...(now ?? [])].filter(([, one]) => one === role).map(([id]) => id)
    onChange([...steps, freshStep(op, named('dim'), named('measure'), queries)])
    setOpen(steps.length)
  }
  return (
    <div className={css.stack}>
      {steps.length === 0 && <p className={css.help}>{t('editor-panels:steps.none')}</p>}
      <ol className={css.steps} aria-label={t('editor-panels:steps.title')}>
        {steps.map((step, at) => {
          const op = isRecord(step) && isOp(step.op) ? step.op : undefined
          const name = op === undefined ? t('editor-panels:steps.unknown') : t(`editor-panels:op.${op}`)
          const report = ready?.reports[from + at]
          const failed = ready?.failed?.at === from + at ? ready.failed.cause : undefined
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a step is its place
            <li
              key={at}
              className={css.step}
              data-place={join(...path, at)}
              data-failed={failed !== undefined || undefined}
            >
              <div className={css.stepHead}>
                <button
                  type="button"
                  className={css.stepName}
                  data-step
                  aria-expanded={open === at}
                  onClick={() => setOpen(open === at ? null : at)}
                >
                  <span className={css.stepAt}>{at + 1}</span>
                  <span>{name}</span>
                </button>
                {report !== undefined && (
                  <span
                    className={css.flow}
                    role="img"
                    aria-label={t('editor-panels:steps.flow', {
                      in: number.format(report.rowsIn),
                      out: number.format(report.rowsOut),
                    })}
                  >
                    {number.format(report.rowsIn)} → {number.format(report.rowsOut)}
                  </span>
                )}
                <OrderButtons
                  name={name}
                  at={at}
                  of={steps.length}
                  onMove={(by) => {
                    onChange(moved(steps, at, by))
                    setOpen(null)
                  }}
                />
                <IconButton
                  plain
                  size="small"
                  icon={<TrashIcon size={14} />}
                  label={t('editor-panels:steps.remove', { name })}
                  onPress={() => {
                    onChange(steps.filter((_step, place) => place !== at))
                    setOpen(null)
                  }}
                />
              </div>
              {failed !== undefined && (
                <p className={css.error} role="alert">
                  <ErrorIcon size={13} />
                  {errorText(failed)}
                </p>
              )}
              {open === at && (
                <div className={css.stepBody}>
                  {canShowStep(step) ? (
                    <StepForm
                      step={step}
                      columns={columnsAt(at)}
                      columnsOf={columnsOf}
                      queries={queries}
                      onChange={(next) => onChange(steps.map((one, place) => (place === at ? next : one)))}
                    />
                  ) : (
                    <>
                      <pre className={css.raw}>{JSON.stringify(step, null, 1)}</pre>
                      <p className={css.help}>{t('editor-panels:beyond')}</p>
                    </>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <div>
        <Menu
          label={t('editor-panels:steps.add')}
          trigger={
            <Button size="small" icon={<PlusIcon size={14} />}>
              {t('editor-panels:steps.add')}
            </Button>
          }
          actions={OPS.map((op) => ({
            id: op,
            label: t(`editor-panels:op.${op}`),
            hint: t(`editor-panels:opHelp.${op}`),
            onAction: () => add(op),
          }))}
        />
      </div>
    </div>
  )
}
