import type { Import } from '#schemas/generated/entities/import.ts'
import { Progress, useUi } from '#ui'

export function Doing({ state, progress, isAgain }: Pick<Import, 'state' | 'progress'> & { isAgain: boolean }) {
  const { t, format } = useUi()
  const label =
    state === 'reading' && isAgain
      ? t('imports:summary.again')
      : t(`imports:phase.${progress?.phase ?? (state === 'reading' || state === 'storing' ? state : 'undoing')}`)
  if (progress === null || progress.of === 0)
    return (
      <p>
        {label}
        {progress !== null &&
          progress.lines > 0 &&
          ` · ${t('imports:progress.lines', { count: progress.lines, n: format.exact(progress.lines, 'count') })}`}
      </p>
    )
  // Never full before the end.
  const percent = format.exact(Math.floor((progress.done / progress.of) * 100), 'count')
  return (
    <Progress
      label={label}
      value={progress.done}
      max={progress.of}
      valueLabel={
        progress.lines > 0
          ? `${percent} % · ${t('imports:progress.lines', {
              count: progress.lines,
              n: format.exact(progress.lines, 'count'),
            })}`
          : `${percent} %`
      }
    />
  )
}
