/** What is in the place of data while a filter is missing: which one, and the way to it. */
import { Button, EmptyState, ErrorState, useUi } from '#ui'
import { FilterIcon } from '#ui/icons/index.tsx'
import type { ParamView } from '../core/params/state.ts'
import type { WidgetState } from '../types.ts'

export interface MissingFilters {
  /** Names of filters by their key. */
  readonly labels: Readonly<Record<string, string>>
  /** Those whose choices could not be loaded, with the code of the failure. */
  readonly failed: Readonly<Record<string, string>>
  /** Those whose list has come and is empty. */
  readonly empty: readonly string[]
}

export const NO_FILTERS: MissingFilters = { labels: {}, failed: {}, empty: [] }

/** What the filters of a dashboard say of themselves to those who wait for them. */
export function missingFilters(params: Readonly<Record<string, ParamView>> | undefined): MissingFilters {
  const all = Object.values(params ?? {})
  return {
    labels: Object.fromEntries(all.map(({ key, label }) => [key, label])),
    failed: Object.fromEntries(
      all.filter(({ state }) => state === 'failed').map(({ key, issue }) => [key, issue?.code ?? 'SOURCE_FAILED']),
    ),
    empty: all.filter(({ options }) => options?.rows === 0).map(({ key }) => key),
  }
}

/** The filters that every widget on the page waits for; none when one of them has something else to say. */
export function lackingOf(states: Readonly<Record<string, WidgetState>>): string[] {
  const shown = Object.values(states).filter(({ kind }) => kind !== 'hidden')
  const waiting = shown.flatMap((state) => (state.kind === 'blocked' ? [state.missing] : []))
  if (waiting.length < shown.length || waiting.length < 2) return []
  return (waiting[0] ?? []).filter((param) => waiting.every((missing) => missing.includes(param)))
}

export interface BlockedProps {
  /** Keys of the filters that are missing. */
  missing: readonly string[]
  /** What waits for them: one widget, or everything on the page. */
  who?: 'widget' | 'page'
  filters: MissingFilters
  onFocusParam?: (param: string) => void
  onRetryParams?: (params: readonly string[]) => void
}

/** Nothing was chosen yet, or there was nothing to choose from because its list is empty or did not come. */
export function Blocked({ missing, who = 'widget', filters, onFocusParam, onRetryParams }: BlockedProps) {
  const { t } = useUi()
  const namesOf = (params: readonly string[]) => params.map((param) => filters.labels[param] ?? param).join(', ')
  const failed = missing.filter((param) => filters.failed[param] !== undefined)
  if (failed[0] !== undefined)
    return (
      <ErrorState
        title={t('app:frame.choices', { names: namesOf(failed) })}
        code={filters.failed[failed[0]]}
        onRetry={() => onRetryParams?.(failed)}
      >
        {t(`app:${who === 'page' ? 'page' : 'frame'}.choicesText`)}
      </ErrorState>
    )
  const empty = missing.filter((param) => filters.empty.includes(param))
  if (empty.length > 0)
    return (
      <EmptyState icon={<FilterIcon />} title={t('app:frame.noChoices', { names: namesOf(empty) })}>
        {t(`app:${who === 'page' ? 'page' : 'frame'}.noChoicesText`)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<FilterIcon />}
      title={t('app:frame.blocked')}
      action={missing.map((param) => (
        <Button key={param} size="small" onPress={() => onFocusParam?.(param)}>
          {namesOf([param])}
        </Button>
      ))}
    >
      {t(`app:${who === 'page' ? 'page' : 'frame'}.blockedText`)}
      {namesOf(missing)}
    </EmptyState>
  )
}

/** Puts the focus on a filter's control. */
export function focusParam(param: string) {
  const control = document.querySelector<HTMLElement>(`[data-param="${CSS.escape(param)}"]`)
  control?.scrollIntoView({ block: 'nearest' })
  control?.querySelector<HTMLElement>('button, input')?.focus()
}
