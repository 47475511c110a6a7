/**
 * Publishing: what has changed, for whom it is, why. Where another author published meanwhile, both works are merged
 * first.
 */
import { isRecord } from '#domain/record'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, Dialog, Notice, TextField, toasts, useUi } from '#ui'
import { useState } from 'react'
import type { Audience } from '../../api/dashboards.ts'
import { conflictOf, type DashboardConflict } from '../../api/dashboard-conflicts.ts'
import { AudienceField, isWhole } from './audience-field.tsx'
import { ChangesView } from './changes-view.tsx'
import { useDashboards } from './frame.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import css from './dashboards.module.css'

export interface PublishDialogProps {
  entry: Dashboard
  /** Published text; undefined before the first time. */
  base: string | undefined
  mine: string
  /** The revision that `mine` began with. */
  revision: number
  /** When the draft was stored that `mine` continues, null where there was none; read when it is sent. */
  after: () => number | null
  onPublished: (document: DashboardDocument) => void
  /** The merged work, to go on with; none of it is published yet. */
  onMerged: (revision: number, theirs: string, merged: string) => void
  onClose: () => void
}

interface Finding {
  readonly code: string
  readonly text: string
  readonly line: number
  readonly params?: Record<string, string | number>
}

/** Issues that the server found in the document; empty for another error. */
function findingsOf(cause: unknown): readonly Finding[] {
  const details = isRecord(cause) && isRecord(cause.details) ? cause.details : {}
  return Array.isArray(details.issues)
    ? details.issues.filter(
        (one): one is Finding => isRecord(one) && typeof one.code === 'string' && typeof one.text === 'string',
      )
    : []
}

export function PublishDialog({
  entry,
  base,
  mine,
  revision,
  after,
  onPublished,
  onMerged,
  onClose,
}: PublishDialogProps) {
  const { t } = useUi()
  const { api, say, issueText } = useDashboards()
  const [audience, setAudience] = useState<Audience>(entry.audience)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [conflict, setConflict] = useState<DashboardConflict | null>(null)
  const isSame = base === mine && JSON.stringify(audience) === JSON.stringify(entry.audience)
  const publish = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      const document = await api.publish(entry.id, {
        revision,
        text: mine,
        note: note.trim(),
        after: after(),
        ...(JSON.stringify(audience) !== JSON.stringify(entry.audience) && { audience }),
      })
      toasts.success(t('dashboard:publish.done', { name: document.entry.name, revision: document.revision }))
      onPublished(document)
    } catch (cause) {
      const found = conflictOf(cause)
      if (found === null) setRefusal(cause)
      else setConflict(found)
    } finally {
      setBusy(false)
    }
  }
  if (conflict !== null) {
    return (
      <MergeDialog
        conflict={conflict}
        mine={mine}
        onClose={onClose}
        onMerged={(merged) => onMerged(conflict.revision, conflict.text, merged)}
      />
    )
  }
  const findings = findingsOf(refusal)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={t('dashboard:publish.title', { name: entry.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button
            kind="primary"
            isPending={isBusy}
            isDisabled={isSame || !isWhole(audience)}
            onPress={() => void publish()}
          >
            {t('dashboard:publish.do')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {refusal !== null && (
          <Notice kind="bad" title={say(refusal)}>
            {findings.length > 0 && (
              <ul className={css.findings}>
                {findings.map((one) => (
                  <li key={`${one.line} ${one.code} ${one.text}`}>
                    <span>{t('dashboard:publish.line', { line: one.line })}</span>{' '}
                    {issueText({ message: one.code, params: one.params ?? {}, text: one.text })}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        {base === undefined ? (
          <p className={css.note}>{t('dashboard:publish.first')}</p>
        ) : (
          <ChangesView before={base} after={mine} none={t('dashboard:publish.nothing')} />
        )}
        <TextField
          label={t('dashboard:publish.note')}
          help={t('dashboard:publish.noteHelp')}
          maxLength={500}
          value={note}
          onChange={setNote}
        />
        <AudienceField value={audience} onChange={setAudience} />
      </div>
    </Dialog>
  )
}
