import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Button, toasts, useUi } from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useImports } from './imports-frame.tsx'
import { Examples } from './questions.tsx'
import { reasonWords } from './reasons.ts'
import css from './imports.module.css'

/** Lines that are counted nowhere, by reason. */
export function QuarantinedLines({ now, report, lines }: { now: Import; report: ImportReport; lines: number }) {
  const { t, format } = useUi()
  const { api, save, say } = useImports()
  const [isSaving, setSaving] = useState(false)
  const download = async () => {
    setSaving(true)
    try {
      save(`import-${now.id}-quarantine.csv`, await api.quarantined(now.id))
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setSaving(false)
    }
  }
  return (
    <section className={css.part}>
      <header>
        <h3>{t('imports:report.quarantineTitle', { count: lines, n: format.exact(lines, 'count') })}</h3>
        <Button size="small" icon={<DownloadIcon />} isPending={isSaving} onPress={() => void download()}>
          {t('imports:report.download')}
        </Button>
      </header>
      <p>{t('imports:report.quarantineText')}</p>
      <ul className={css.reasons}>
        {report.apart.map(({ reason: code, lines: of, first }) => (
          <li key={code}>
            <details>
              <summary>
                <span>{reasonWords(code, t)}</span>
                <span>{format.exact(of, 'count')}</span>
              </summary>
              <Examples lines={first} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
