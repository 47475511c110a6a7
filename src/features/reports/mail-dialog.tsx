/** The mail dialog around a dashboard: sent now, or saved as what is sent on a schedule. */
import type { Mail } from '#domain/recipients'
import type { ReportCadence } from '#schemas/generated/entities/report-cadence.ts'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import type { ReportOptions } from '#schemas/generated/entities/report-options.ts'
import { EmailDialog, nameProblem, Notice, toasts, useUi } from '#ui'
import { useEffect, useRef, useState } from 'react'
import { finished } from './finished.ts'
import type { ReportPorts } from './ports.ts'
import { type Settings, SettingsFields } from './settings-fields.tsx'

export interface MailDialogProps extends ReportPorts {
  what: ReportWhat
  cadence: ReportCadence | null
  /** The scheduled report that is changed; a new one is made otherwise. */
  report?: { readonly id: number; readonly enabled: boolean }
  onClose: () => void
  onSaved?: () => void
}

export function MailDialog({ api, say, what, cadence, report, onClose, onSaved }: MailDialogProps) {
  const { t } = useUi()
  const [opened] = useState<Settings>({
    name: what.name,
    formats: what.formats,
    lang: what.lang,
    timeZone: what.timeZone,
    cadence,
  })
  const [settings, setSettings] = useState(opened)
  const [options, setOptions] = useState<ReportOptions | null>(null)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    void api.options(controller.signal).then(
      (found) => {
        setOptions(found)
        // A format that cannot be made is not the default.
        if (!found.pdf && report === undefined) setSettings((now) => ({ ...now, formats: ['csv'] }))
      },
      () => undefined,
    )
    return () => controller.abort()
  }, [api, report])

  const { cadence: when, ...rest } = settings
  const whole = ({ to, cc, bcc, subject, text }: Mail): ReportWhat => ({
    ...what,
    ...rest,
    name: rest.name.trim(),
    mail: { to: [...to], cc: [...cc], bcc: [...bcc], subject, text },
  })
  const send = async (mail: Mail) => {
    const run = await finished(api, await api.make(whole(mail)), leaving.current?.signal ?? AbortSignal.timeout(0))
    // Not delivered yet is in flight: asked for again, it would arrive twice.
    if (run.status !== 'sent' && run.status !== 'undelivered')
      throw new Error(t(`reports:reason.${run.reason ?? 'interrupted'}`))
  }
  const save = async (mail: Mail, on: ReportCadence) => {
    const draft = { what: whole(mail), cadence: on, enabled: report?.enabled ?? true }
    await (report === undefined ? api.add(draft) : api.save(report.id, draft))
    toasts.success(t('reports:scheduled'))
    onSaved?.()
  }
  const isWhole = nameProblem(rest.name, t) === null && rest.formats.length > 0
  return (
    <EmailDialog
      isOpen
      onClose={onClose}
      title={t(
        report !== undefined
          ? 'reports:edit.title'
          : cadence === null
            ? 'reports:send.title'
            : 'reports:schedule.title',
        { name: what.name },
      )}
      initial={what.mail ?? { subject: what.name }}
      onSend={send}
      {...(when !== null && { onSave: (mail) => save(mail, when) })}
      saveLabel={t('reports:save')}
      isSaveChecked
      isPrimarySave={when !== null}
      isSaved={report !== undefined && settings === opened}
      isDisabled={!isWhole}
      errorText={(error) => say(error)}
    >
      {options?.mail === false && <Notice kind="warn">{t('errors:REPORT_NO_MAIL')}</Notice>}
      <SettingsFields value={settings} onChange={setSettings} options={options} mayBeOnce={report === undefined} />
    </EmailDialog>
  )
}
