/** The content of an ordinary page while its data is loading, failed, or empty. */
import { isRecord } from '#domain/record'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../feedback.tsx'
import { Notice } from '../notice.tsx'
import { type Translate, useUi } from '../provider.tsx'
import { Skeleton, type SkeletonProps } from '../skeleton.tsx'
import css from './page.module.css'

/** The part of a query this needs; the answer of TanStack's `useQuery` fits. */
export interface QueryLike<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly isFetching?: boolean
  readonly refetch?: () => unknown
}

export interface QueryStateProps<T> {
  of: QueryLike<T>
  children: (data: T) => ReactNode
  /** Shape of what is coming. Default `text`. */
  skeleton?: SkeletonProps['shape']
  /** Replaces the skeleton, for a page with a different shape. */
  waiting?: ReactNode
  /** Shown for an empty list, or when `isEmpty` says so. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  /** The text of a failure. Default: "Error when loading data". */
  errorTitle?: string
  errorText?: (error: unknown) => string
  compact?: boolean
}

/** The code of the error catalogue a failure carries. */
export const codeOf = (error: unknown): string | undefined =>
  isRecord(error) && typeof error.code === 'string' ? error.code : undefined

/** The sentence of the error catalogue, else the failure's own message, else that something failed. */
export function sentenceOf(error: unknown, t: Translate): string {
  const code = codeOf(error)
  const key = `errors:${code}`
  const words =
    code === undefined
      ? key
      : t(key, isRecord(error) && isRecord(error.details) ? (error.details as Record<string, string | number>) : {})
  // A key without a text comes back as it was, or in brackets.
  if (code !== undefined && words !== key && words !== code && !words.startsWith('[')) return words
  return isRecord(error) && typeof error.message === 'string' && error.message !== ''
    ? error.message
    : t('ui.query.generic')
}

const isNotThere = (error: unknown) => isRecord(error) && error.status === 404

const isNothing = (data: unknown) => Array.isArray(data) && data.length === 0

/** Data that is here stays on show while it is fetched again, and when that fails a line says so. */
export function QueryState<T>({
  of,
  children,
  skeleton = 'text',
  waiting,
  empty,
  isEmpty = isNothing,
  errorTitle,
  errorText,
  compact,
}: QueryStateProps<T>) {
  const { t } = useUi()
  const retry =
    of.refetch === undefined
      ? undefined
      : () => {
          of.refetch?.()
        }
  if (of.data !== undefined) {
    const shown = isEmpty(of.data)
      ? (empty ?? <EmptyState title={t('ui.query.empty')} compact={compact} />)
      : children(of.data)
    if (!of.error) return shown
    return (
      <div className={css.stale}>
        <Notice
          kind="warn"
          title={errorTitle ?? t('ui.query.failed')}
          action={
            retry && (
              <Button size="small" isPending={of.isFetching} onPress={retry}>
                {t('ui.retry')}
              </Button>
            )
          }
        >
          {t('ui.query.stale')}
        </Notice>
        {shown}
      </div>
    )
  }
  if (of.isPending && !of.error) return waiting ?? <Skeleton shape={skeleton} />
  const sentence = errorText?.(of.error) ?? sentenceOf(of.error, t)
  // Asking once more does not make it exist.
  if (isNotThere(of.error)) return <ErrorState title={sentence} code={codeOf(of.error)} compact={compact} />
  return (
    <ErrorState
      title={errorTitle ?? t('ui.query.failed')}
      code={codeOf(of.error)}
      compact={compact}
      isRetrying={of.isFetching}
      onRetry={retry}
    >
      {sentence}
    </ErrorState>
  )
}
