/** Locals from a CSV file: what it says is shown before anything is written. */
import type { LocalImport } from '#schemas/generated/entities/local-import.ts'
import { Button, Dialog, FilePicker, Notice, toasts, useUi } from '#ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import admin from '../admin.module.css'
import css from './locals.module.css'

const MAX_BYTES = 10_000_000

export function ImportDialog({ client, onClose }: { client: number | null; onClose: () => void }) {
  const { t, format } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [check, setCheck] = useState<LocalImport | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const read = async (of: File, isCheck: boolean) => {
    setBusy(true)
    setError(null)
    try {
      const answer = await api.localRecords.readFile(of, isCheck, client ?? undefined)
      if (isCheck) setCheck(answer)
      else {
        toasts.success(t('noun-locals:import.done', { count: answer.added + answer.found }))
        onClose()
        await queries.invalidateQueries({ queryKey: ['admin', 'locals'] })
      }
    } catch (cause) {
      setError(say(cause))
    } finally {
      setBusy(false)
    }
  }
  const choose = ([next]: readonly File[]) => {
    setFile(next ?? null)
    setCheck(null)
    setError(null)
    if (next !== undefined) void read(next, true)
  }
  const isRight = check !== null && check.invalid === 0 && check.added + check.found > 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="medium"
      title={t('noun-locals:import.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button
            kind="primary"
            isPending={isBusy && check !== null}
            isDisabled={!isRight}
            onPress={() => void (file !== null && read(file, false))}
          >
            {t('noun-locals:import.load')}
          </Button>
        </>
      }
    >
      <div className={admin.stack}>
        <p>{t('noun-locals:import.text')}</p>
        <FilePicker
          label={t('noun-locals:import.file')}
          help={t('noun-locals:import.columns')}
          error={error}
          value={file === null ? [] : [file]}
          onChange={choose}
          accept={['.csv', '.txt']}
          maxBytes={MAX_BYTES}
        />
        {isBusy && check === null && <p role="status">{t('noun-locals:import.checking')}</p>}
        {check !== null && (
          <>
            <dl className={css.found}>
              {(['added', 'found', 'invalid'] as const).map((one) => (
                <div key={one}>
                  <dt>{t(`noun-locals:import.${one}`)}</dt>
                  <dd>{format.exact(check[one], 'count')}</dd>
                </div>
              ))}
            </dl>
            {check.invalid > 0 && <Notice kind="bad">{t('noun-locals:import.nothing')}</Notice>}
            {check.problems.length > 0 && (
              <ul className={css.problems}>
                {check.problems.map(({ line, reason, value, code, name }) => (
                  <li key={line}>
                    <span>{t('noun-locals:import.line', { line })}</span>
                    <span>
                      {t(`noun-locals:reason.${reason ?? ''}`, { value: value ?? '' })} {name || code}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
