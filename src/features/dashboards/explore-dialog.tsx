/**
 * The data of a widget: its source with the arguments, and the rows after each step. No request is sent to the
 * server: the steps run again on the answer that is here.
 */
import type { Frame } from '#domain/frame'
import type { Compute, StepReport, WidgetDialogProps } from '#engine'
import type { AskedInput } from '#engine/core/run/asked'
import { Button, Dialog, EmptyState, ErrorState, Select, Skeleton, toasts, useUi } from '#ui'
import { CopyIcon } from '#ui/icons/index.tsx'
import { FrameTable } from '#ui/table/frame-table.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { curlOf, fetchOf } from '../../api/call-text.ts'
import css from './explore-dialog.module.css'

export interface ExplorePorts {
  readonly compute: Pick<Compute, 'run'>
  /** Path and query of the call of a source. Rejects where it makes none. */
  readonly callOf: (source: string, args: Readonly<Record<string, unknown>>) => Promise<string>
  /** Of the server, for the calls to copy. */
  readonly origin: string
  /** Names of sources, arguments, columns and units, in the reader's language. */
  readonly names: {
    readonly source: (id: string) => string
    readonly argument: (id: string) => string
    readonly column: (id: string) => string
    readonly unit: (id: string) => string
  }
  /** The sentence of a failure, in the reader's language. */
  readonly say: (cause: unknown) => string
}

/** More than this is a file: the menu of the widget exports it. */
const EXPLORED_ROWS = 200

export function ExploreDialog({
  dashboard,
  widget,
  title,
  onClose,
  ports,
}: WidgetDialogProps & { ports: ExplorePorts }) {
  const { t } = useUi()
  const state = useStore(dashboard.shown, (all) => all[widget])
  // oxlint-disable-next-line react/exhaustive-deps -- another state of the widget has other answers
  const inputs = useMemo(() => dashboard.asked(widget), [dashboard, widget, state])
  const [chosen, setChosen] = useState<string | null>(null)
  const input = inputs.find((one) => one.input === chosen) ?? inputs[0]
  return (
    <Dialog isOpen onClose={onClose} size="full" title={t('viewing:explore.title', { title })}>
      {input === undefined ? (
        <EmptyState title={t('viewing:explore.nothing')} />
      ) : (
        <div className={css.explore}>
          {inputs.length > 1 && (
            <div className={css.choice}>
              <Select
                label={t('viewing:explore.input')}
                options={inputs.map((one) => ({ id: one.input, label: `${one.input} · ${one.query}` }))}
                value={input.input}
                onChange={setChosen}
              />
            </div>
          )}
          <Question input={input} ports={ports} />
          <Steps key={input.input} input={input} ports={ports} />
        </div>
      )}
    </Dialog>
  )
}

/** By the name of what makes the call, which is the same in every language. */
const CALLS = [
  ['curl', curlOf],
  ['fetch', fetchOf],
] as const

function Question({ input: { source, args }, ports }: { input: AskedInput; ports: ExplorePorts }) {
  const { t } = useUi()
  // In the order of the source: the first day before the last one.
  const places = Object.keys(source.args)
  const given = Object.entries(args ?? {}).toSorted(([a], [b]) => places.indexOf(a) - places.indexOf(b))
  const copy = async (of: (origin: string, path: string) => string) => {
    try {
      await navigator.clipboard.writeText(of(ports.origin, await ports.callOf(source.name, args ?? {})))
      toasts.success(t('viewing:explore.copied'))
    } catch {
      toasts.error(t('viewing:explore.copyFailed'))
    }
  }
  return (
    <div className={css.question}>
      <dl className={css.facts}>
        <dt>{t('viewing:explore.source')}</dt>
        <dd>
          {ports.names.source(source.name)} <code>{source.name}</code>
        </dd>
        <dt>{t('viewing:explore.arguments')}</dt>
        <dd>
          {args === null
            ? t('viewing:explore.blocked')
            : given.length === 0
              ? t('viewing:explore.noArguments')
              : given.map(([name, value]) => (
                  <span key={name} className={css.argument}>
                    {ports.names.argument(name)} <code>{[value].flat().join(', ')}</code>
                  </span>
                ))}
        </dd>
      </dl>
      {args !== null && (
        <div className={css.calls}>
          {CALLS.map(([name, of]) => (
            <Button key={name} size="small" icon={<CopyIcon />} onPress={() => void copy(of)}>
              {t('viewing:explore.copy', { name })}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

const opOf = (step: unknown) =>
  typeof step === 'object' && step !== null && 'op' in step && typeof step.op === 'string' ? step.op : '…'

/** Rows before and after each step, and those after the chosen one: the last, which the widget is drawn from. */
function Steps({ input, ports }: { input: AskedInput; ports: ExplorePorts }) {
  const { t, format } = useUi()
  const { ref, steps } = input
  const [at, setAt] = useState(steps.length)
  const reports = useReports(input, ports)
  if (ref === undefined) return <p className={css.waiting}>{t('viewing:explore.waiting')}</p>
  const count = (rows: number) => format.exact(rows, 'count')
  const nameOf = (step: number) =>
    step === 0 ? t('viewing:explore.answer') : t(`editor-panels:op.${opOf(steps[step - 1])}`)
  return (
    <div className={css.steps}>
      <ol className={css.list} aria-label={t('viewing:explore.steps')}>
        {[undefined, ...steps].map((_, step) => {
          const report = reports[step - 1]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a step is its place
            <li key={step}>
              <button
                type="button"
                className={css.step}
                aria-current={step === at ? 'step' : undefined}
                onClick={() => setAt(step)}
              >
                <span>{nameOf(step)}</span>
                <span className={css.flow}>
                  {step === 0
                    ? t('viewing:explore.rowCount', { rows: count(ref.rows) })
                    : report && t('viewing:explore.flow', { in: count(report.rowsIn), out: count(report.rowsOut) })}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <Rows input={input} at={Math.min(at, steps.length)} name={nameOf(Math.min(at, steps.length))} ports={ports} />
    </div>
  )
}

/** Rows in and out of each step; none while they run, or where one of them fails. */
function useReports({ ref, steps, joins }: AskedInput, { compute }: ExplorePorts): readonly StepReport[] {
  const [reports, setReports] = useState<readonly StepReport[]>([])
  useEffect(() => {
    if (ref === undefined) return undefined
    const abort = new AbortController()
    compute.run(ref, [...steps, { op: 'limit', n: 1 }], joins, abort.signal).then(
      (run) => {
        if (!abort.signal.aborted) setReports(run.steps)
      },
      () => undefined,
    )
    return () => abort.abort()
  }, [ref, steps, joins, compute])
  return reports
}

type Shown = { readonly frame: Frame; readonly rows: number } | { readonly cause: unknown } | null

function Rows({ input, at, name, ports }: { input: AskedInput; at: number; name: string; ports: ExplorePorts }) {
  const { t, format } = useUi()
  const { ref, steps, joins } = input
  const [shown, setShown] = useState<Shown>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (ref === undefined) return undefined
    const abort = new AbortController()
    const taken = steps.slice(0, at)
    ports.compute.run(ref, [...taken, { op: 'limit', n: EXPLORED_ROWS }], joins, abort.signal).then(
      ({ frame, steps: reports }) => {
        if (!abort.signal.aborted) setShown({ frame, rows: reports[at]?.rowsIn ?? frame.rows })
      },
      (cause: unknown) => {
        if (!abort.signal.aborted) setShown({ cause })
      },
    )
    return () => abort.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another round is another try
  }, [ref, steps, joins, at, round, ports])
  const step = steps[at - 1]
  return (
    <div className={css.rows}>
      {step !== undefined && (
        <pre className={css.definition} aria-label={t('viewing:explore.definition')} tabIndex={0}>
          {JSON.stringify(step)}
        </pre>
      )}
      {shown === null ? (
        <Skeleton shape="table" />
      ) : 'cause' in shown ? (
        <ErrorState compact title={t('viewing:explore.failed')} onRetry={() => setRound(round + 1)}>
          {ports.say(shown.cause)}
        </ErrorState>
      ) : shown.frame.rows === 0 ? (
        <EmptyState title={t('viewing:explore.none')} />
      ) : (
        <>
          {shown.rows > shown.frame.rows && (
            <p className={css.first}>
              {t('viewing:explore.first', {
                shown: format.exact(shown.frame.rows, 'count'),
                all: format.exact(shown.rows, 'count'),
              })}
            </p>
          )}
          <FrameTable frame={shown.frame} label={t('viewing:explore.rows', { step: name })} names={ports.names} />
        </>
      )}
    </div>
  )
}
