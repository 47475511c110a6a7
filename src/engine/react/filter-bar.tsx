/** One row of filters: what is chosen, what is missing, what could not be loaded. */
import { Button, MultiSelect, Select, TextField, useRootMark, useUi } from '#ui'
import { BrandIcon, StoreIcon } from '#ui/icons/index.tsx'
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { TrafficKind } from '#domain/traffic-kinds'
import { type ComponentType, lazy, memo, Suspense, useMemo } from 'react'
import { useStore } from 'zustand'
import type { DashboardState, ParamView } from '../core/state.ts'
import { ImpactNote, ImpactSaid, useForetell } from './impact.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { useTraffic, useTrafficName } from './traffic-mark.tsx'
import { type ControlProps, useDashboard } from './services.tsx'
import css from './filter-bar.module.css'

type Id = string | number

export const FilterBar = memo(function FilterBar({ params, sticky }: { params: readonly string[]; sticky: boolean }) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const dirty = useStore(dashboard.store, (state: DashboardState) => state.dirty)
  const manual = dashboard.model.apply === 'manual'
  const isFailed = useStore(dashboard.store, (state: DashboardState) =>
    params.some((key) => state.params[key]?.state === 'failed'),
  )
  useRootMark('stickyBar', sticky)
  return (
    <search
      className={css.bar}
      data-sticky={sticky || undefined}
      data-failed={isFailed || undefined}
      aria-label={t('app:filters.title')}
    >
      {params.map((key) => (
        <Control key={key} param={key} />
      ))}
      {(manual || dirty) && <Apply isDirty={dirty} />}
      <ImpactSaid of={dirty ? [...params, APPLY] : params} />
    </search>
  )
})

/** No filter can be called so. */
const APPLY = '(apply)'

function Apply({ isDirty }: { isDirty: boolean }) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const foretell = useForetell(APPLY)
  return (
    <div className={css.apply} {...foretell}>
      <Button kind="primary" isDisabled={!isDirty} onPress={() => dashboard.apply()}>
        {t('app:filters.apply')}
      </Button>
      <ImpactNote of={APPLY} className={css.impact} />
    </div>
  )
}

// Few layouts have these; they come with the first that does.
const ToggleControl = lazy(() => import('./rare-controls.tsx').then((loaded) => ({ default: loaded.ToggleControl })))
const NumberControl = lazy(() => import('./rare-controls.tsx').then((loaded) => ({ default: loaded.NumberControl })))
// The calendar is a third of the controls' code: it comes with the first layout that has a date.
const DateControl = lazy(() => import('./date-controls.tsx').then((loaded) => ({ default: loaded.DateControl })))
const DateRangeControl = lazy(() =>
  import('./date-controls.tsx').then((loaded) => ({ default: loaded.DateRangeControl })),
)

const BUILT_IN: Partial<Record<ParamView['type'], ComponentType<ControlProps>>> = {
  single: SingleControl,
  multi: MultiControl,
  toggle: ToggleControl,
  text: TextControl,
  number: NumberControl,
  date: DateControl,
  dateRange: DateRangeControl,
}

function Control({ param: key }: { param: string }) {
  const { dashboard, services } = useDashboard()
  const param = useStore(dashboard.store, (state: DashboardState) => state.params[key])
  const filters = useMemo(() => [key], [key])
  const foretell = useForetell(key, filters)
  const traffic = useTraffic(dashboard)
  // A filter of which the answers have one value only is none; a value that somebody chose stays to be taken back.
  if (
    param === undefined ||
    (param.offers === 'traffic' &&
      (traffic === undefined || (traffic.of.length < 2 && traffic.of.includes(traffic.shown as TrafficKind))))
  )
    return null
  const Chosen = services.controls[param.type] ?? BUILT_IN[param.type]
  if (Chosen === undefined) return null
  return (
    <div
      className={css.control}
      data-param={key}
      data-state={param.state}
      data-type={param.type}
      data-fixed={param.choices !== undefined || undefined}
      {...foretell}
    >
      <PartBoundary part={`params/${key}`} name={param.label} resetOn={param}>
        <Suspense>
          <Chosen
            param={param}
            onChange={(value, gesture) => dashboard.setParam(key, value, { gesture: gesture ?? 'commit' })}
            onRetry={() => dashboard.retryParam(key)}
          />
        </Suspense>
      </PartBoundary>
      <ImpactNote of={key} className={css.impact} />
    </div>
  )
}

interface Choice {
  id: Id
  label: string
  hint?: string
}

function choicesOf(frame: Frame, columns: { value: string; label: string }): Choice[] {
  const value = columnIndex(frame, columns.value)
  const label = columnIndex(frame, columns.label)
  const code = frame.columns.findIndex((column) => column.id === 'code')
  return Array.from({ length: frame.rows }, (_, row) => ({
    id: cellOf(frame, value, row) as Id,
    label: String(cellOf(frame, label, row) ?? ''),
    ...(code >= 0 && { hint: String(cellOf(frame, code, row) ?? '') }),
  }))
}

function useChoices({ options, optionColumns, choices }: ParamView): readonly Choice[] {
  return useMemo(() => {
    if (choices !== undefined) return choices.map(({ value, label }) => ({ id: value, label }))
    return options !== undefined && optionColumns !== undefined ? choicesOf(options, optionColumns) : []
  }, [options, optionColumns, choices])
}

function useProblem(param: ParamView): string | null {
  const { services } = useDashboard()
  const { t } = useUi()
  if (param.state === 'failed')
    return param.issue === undefined ? t('app:filters.failed') : services.issueText(param.issue)
  return null
}

/** A list on its way, or one that did not come, is not a list of which nothing is chosen. */
function useWaiting({ state, options, choices }: ParamView): { placeholder?: string } {
  const { t } = useUi()
  if (state === 'pending') return { placeholder: t('ui.loading') }
  return (options?.rows ?? 0) === 0 && choices === undefined ? { placeholder: t('app:filters.noList') } : {}
}

function Retry({ param, onRetry }: { param: ParamView; onRetry: () => void }) {
  const { t } = useUi()
  return param.state === 'failed' ? (
    <Button size="small" onPress={onRetry}>
      {t('app:frame.retry')}
    </Button>
  ) : null
}

/** The names of the entries the venue rules know about are shown with the brand's and the store's own mark. */
const ICONS: Readonly<Record<string, typeof BrandIcon>> = { client: BrandIcon, locals: StoreIcon, local: StoreIcon }

/** The filter of the stores: in some languages all of them are feminine. */
const STORES = 'locals'

const partOf = (key: string) => key.split('/').at(-1) ?? key

function iconOf(key: string) {
  const Icon = ICONS[partOf(key)]
  return Icon === undefined ? undefined : <Icon />
}

/** Of the choices, what the answers have, and all of it by its parts; the first choice stands for what is shown. */
function useOffered(
  param: ParamView,
  choices: readonly Choice[],
  value: Id | null,
): { choices: readonly Choice[]; value: Id | null } {
  const { dashboard } = useDashboard()
  const traffic = useTraffic(dashboard)
  const nameOf = useTrafficName()
  if (param.offers !== 'traffic' || traffic === undefined) return { choices, value }
  const { of, shown } = traffic
  const offered = choices.filter(({ id }) =>
    id === 'all' ? of.length > 1 : of.includes(id as TrafficKind) || id === shown,
  )
  return {
    choices: offered.map((choice) =>
      choice.id === 'all' ? { ...choice, label: `${choice.label}: ${nameOf('all', of)}` } : choice,
    ),
    value: offered.some(({ id }) => id === value) ? value : shown,
  }
}

function SingleControl({ param, onChange, onRetry }: ControlProps) {
  const { choices, value } = useOffered(
    param,
    useChoices(param),
    (param.draft ?? param.missing[0] ?? null) as Id | null,
  )
  return (
    <>
      <Select
        label={param.label}
        options={choices}
        value={value}
        onChange={(id) => onChange(id ?? undefined)}
        icon={iconOf(param.key)}
        error={useProblem(param)}
        {...useWaiting(param)}
      />
      <Retry param={param} onRetry={onRetry} />
    </>
  )
}

function MultiControl({ param, onChange, onRetry }: ControlProps) {
  const { t } = useUi()
  const choices = useChoices(param)
  const value = [...((param.draft as readonly Id[] | undefined) ?? []), ...param.missing]
  return (
    <>
      <MultiSelect
        label={param.label}
        options={choices}
        value={value}
        onChange={(ids) => onChange(ids)}
        {...(partOf(param.key) === STORES && { allLabel: t('app:stores.all') })}
        icon={iconOf(param.key)}
        error={useProblem(param)}
        {...useWaiting(param)}
      />
      <Retry param={param} onRetry={onRetry} />
    </>
  )
}

function TextControl({ param, onChange }: ControlProps) {
  return (
    <TextField
      label={param.label}
      value={typeof param.draft === 'string' ? param.draft : ''}
      onChange={(text) => onChange(text === '' ? undefined : text, 'typing')}
    />
  )
}
