/** A file of the dashboard, made now: how far it is, a way to stop it, and the file when it is there. */
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import { Button, Dialog, Notice, Progress, toasts, useUi } from '#ui'
import { useEffect, useState } from 'react'
import { finished } from './finished.ts'
import type { ReportPorts } from './ports.ts'
import css from './reports.module.css'

export interface MakingDialogProps extends ReportPorts {
  what: ReportWhat
  onClose: () => void
}

const STEPS = ['queued', 'rendering', 'ready'] as const

export function MakingDialog({ api, say, save, what, onClose }: MakingDialogProps) {
  const { t } = useUi()
  const [run, setRun] = useState<ReportRun | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    let made: ReportRun | null = null
    const work = async () => {
      made = await api.make(what)
      leaving.signal.throwIfAborted()
      made = await finished(api, made, leaving.signal, setRun)
      if (made.status !== 'ready') return setFailed(t(`reports:reason.${made.reason ?? 'interrupted'}`))
      for (const { id, name } of made.files) save(name, await api.file(made.id, id))
      toasts.success(t('reports:making.saved'))
      onClose()
    }
    setFailed(null)
    work().catch((cause: unknown) => {
      if (!leaving.signal.aborted) setFailed(say(cause))
    })
    return () => {
      leaving.abort()
      // A reader who closes the dialog does not want it any more.
      if (made !== null && made.status !== 'ready') void api.cancel(made.id).catch(() => undefined)
    }
    // One making for each attempt; the rest does not change while the dialog is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt])

  const at = STEPS.findIndex((step) => step === run?.status)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={t(`reports:making.${what.formats[0] ?? 'pdf'}`, { name: what.name })}
      actions={
        <>
          {failed !== null && (
            <Button kind="primary" onPress={() => setAttempt(attempt + 1)}>
              {t('reports:making.again')}
            </Button>
          )}
          <Button onPress={onClose}>{t(failed === null ? 'reports:making.cancel' : 'reports:making.close')}</Button>
        </>
      }
    >
      {failed === null ? (
        <div className={css.making} role="status">
          <Progress
            label={t(`reports:status.${run?.status ?? 'queued'}`)}
            value={Math.max(0, at)}
            max={STEPS.length - 1}
            valueLabel={t('reports:making.step', { at: Math.max(1, at + 1), of: STEPS.length })}
          />
        </div>
      ) : (
        <Notice kind="bad" title={t('reports:making.failed')}>
          {failed}
        </Notice>
      )}
    </Dialog>
  )
}
