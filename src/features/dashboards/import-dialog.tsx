import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { ensureTexts } from '#i18n'
import { Button, Dialog, FilePicker, Notice, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useDashboards } from './frame.tsx'
import { useRefresh } from './use-dashboards.ts'
import css from './dashboards.module.css'

interface Outcome {
  readonly file: string
  readonly entry?: Dashboard
  readonly failure?: string
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useUi()
  const { api, say } = useDashboards()
  const refresh = useRefresh()
  const [files, setFiles] = useState<readonly File[]>([])
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    const done: Outcome[] = []
    for (const file of files) {
      try {
        done.push({
          file: file.name,
          entry: await api.add({ text: await file.text(), note: t('dashboard:import.note', { file: file.name }) }),
        })
      } catch (cause) {
        // Texts of findings are loaded only now: a list of dashboards does not need them.
        await ensureTexts('dashboards')
        done.push({ file: file.name, failure: say(cause) })
      }
    }
    setBusy(false)
    setOutcomes(done)
    await refresh()
    if (done.every(({ entry }) => entry?.published === true)) {
      toasts.success(t('dashboard:import.done', { count: done.length }))
      onClose()
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dashboard:import.title')}
      actions={
        outcomes === null ? (
          <>
            <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
            <Button kind="primary" isPending={isBusy} isDisabled={files.length === 0} onPress={() => void take()}>
              {t('dashboard:action.import')}
            </Button>
          </>
        ) : (
          <Button kind="primary" onPress={onClose}>
            {t('dashboard:close')}
          </Button>
        )
      }
    >
      {outcomes === null ? (
        <FilePicker
          label={t('dashboard:import.files')}
          isMultiple
          maxFiles={20}
          maxBytes={512 * 1024}
          accept={['.json']}
          value={files}
          onChange={setFiles}
        />
      ) : (
        <ul className={css.outcomes} aria-live="polite">
          {outcomes.map(({ file, entry, failure }) => (
            <li key={file}>
              <Notice kind={failure !== undefined ? 'bad' : entry?.published === true ? 'good' : 'warn'} title={file}>
                {failure ??
                  (entry?.published === true
                    ? t('dashboard:import.published', { name: entry.name })
                    : t('dashboard:import.waits', { name: entry?.name ?? '' }))}
              </Notice>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
