/** What controls of filters have in common: their choices, their problem, what they wait for, their mark. */
import { Button, useUi } from '#ui'
import { BrandIcon, StoreIcon } from '#ui/icons/index.tsx'
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex } from '#domain/frame-build'
import { useMemo } from 'react'
import type { ParamView } from '../core/params/state.ts'
import { useDashboard } from './services.tsx'

type Id = string | number

export interface Choice {
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

export function useChoices({ options, optionColumns, choices }: ParamView): readonly Choice[] {
  return useMemo(() => {
    if (choices !== undefined) return choices.map(({ value, label }) => ({ id: value, label }))
    return options !== undefined && optionColumns !== undefined ? choicesOf(options, optionColumns) : []
  }, [options, optionColumns, choices])
}

export function useProblem(param: ParamView): string | null {
  const { services } = useDashboard()
  const { t } = useUi()
  if (param.state === 'failed')
    return param.issue === undefined ? t('app:filters.failed') : services.issueText(param.issue)
  return null
}

/** A list that is loading, or one that did not come, is not a list of which nothing is chosen. */
export function useWaiting({ state, options, choices }: ParamView): { placeholder?: string } {
  const { t } = useUi()
  if (state === 'pending') return { placeholder: t('ui.loading') }
  return (options?.rows ?? 0) === 0 && choices === undefined ? { placeholder: t('app:filters.noList') } : {}
}

export function Retry({ param, onRetry }: { param: ParamView; onRetry: () => void }) {
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
export const isStores = (key: string) => partOf(key) === 'locals'

const partOf = (key: string) => key.split('/').at(-1) ?? key

export function iconOf(key: string) {
  const Icon = ICONS[partOf(key)]
  return Icon === undefined ? undefined : <Icon />
}
