/** Why a draft cannot be sent: another person's change, or a refusal. */
import { tableMoment } from '#domain/moment'
import { Button, Notice, useUi } from '#ui'
import type { Draft, Values } from './draft.ts'
import type { Queue } from './queue.ts'
import { useRefusal } from './use-queue.ts'
import css from './site.module.css'

interface DraftProblemProps {
  draft: Draft | undefined
  queue: Queue
  /** A part as lines, one for each entry. */
  linesOf: (part: string, values: Values) => readonly string[]
  /** The merged version; null where one has to be chosen. */
  bothOf: (part: string, theirs: Values, mine: Values) => Values | null
}

export function DraftProblem({ draft, queue, linesOf, bothOf }: DraftProblemProps) {
  const { t } = useUi()
  const refusal = useRefusal()
  if (draft === undefined || draft.problem === null) return null
  if (draft.problem.kind === 'refused')
    return (
      <Notice kind="bad" title={t('admin:site.refused')}>
        {refusal(draft)}
      </Notice>
    )
  const { by, at, theirs } = draft.problem
  const together = bothOf(draft.part, theirs, draft.values)
  const version = (title: string, values: Values) => {
    const lines = linesOf(draft.part, values)
    return (
      <div>
        <strong>{title}</strong>
        <ul>
          {(lines.length === 0 ? [t('admin:site.nothing')] : lines).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <Notice kind="warn" title={t('admin:site.conflict', { by, at: tableMoment(at) })}>
      {t('admin:site.conflictText')}
      <div className={css.versions}>
        {version(t('admin:site.theirs', { by }), theirs)}
        {version(t('admin:site.mine'), draft.values)}
      </div>
      <div className={css.acts}>
        {together !== null && (
          <Button onPress={() => void queue.insist({ ...draft, values: together })}>{t('admin:site.keepBoth')}</Button>
        )}
        <Button onPress={() => void queue.discard(draft)}>{t('admin:site.takeTheirs')}</Button>
        <Button onPress={() => void queue.insist(draft)}>{t('admin:site.keepMine')}</Button>
      </div>
    </Notice>
  )
}
