import { Button, useUi } from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import type { Choice } from './choice.ts'
import css from './downloads.module.css'

interface StartDownloadProps {
  format: Choice['format']
  isReady: boolean
  isRunning: boolean
  /** Text key of the missing choice, or of being ready. */
  hint: string | null
  onCancel: () => void
}

export function StartDownload({ format, isReady, isRunning, hint, onCancel }: StartDownloadProps) {
  const { t } = useUi()
  return (
    <div className={css.go}>
      {/* Its label does not change: its progress is shown below, and the button that stops it beside it. */}
      <Button
        kind="primary"
        type="submit"
        icon={<DownloadIcon />}
        isDisabled={!isReady || isRunning}
        isPending={isRunning}
      >
        {t('downloads:start', { format: t(`downloads:format.${format}`) })}
      </Button>
      {isRunning && <Button onPress={onCancel}>{t('downloads:cancel')}</Button>}
      {!isRunning && hint !== null && (
        <p role="status" className={css.hint}>
          {t(hint)}
        </p>
      )}
    </div>
  )
}
