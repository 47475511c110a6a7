/** An action for many: first exactly which entries it takes and which not, then what became of them. */
import { type BulkAction, isStateOf, isTaken } from '#domain/machine'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { Button, Dialog, Notice, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../../admin-frame.tsx'
import type { Entry } from '../resource.ts'
import { type EntryLine, EntryLines } from './entry-lines.tsx'
import { nameOf } from './state-card.tsx'
import { positionIn, type Stated, wordsOf } from './stated.ts'
import { firstText, useSentence } from './use-actions.ts'
import own from './states.module.css'

/** As many as a call takes. */
const AT_ONCE = 1000

export interface BulkDialogProps<Entity extends Entry> {
  resource: Stated<Entity>
  bulk: BulkAction
  /** Those that were chosen, or all on show. */
  entities: readonly Entity[]
  /** They were chosen one by one: what is not taken is named too. */
  areChosen: boolean
  users: readonly UserAccount[] | undefined
  refresh: () => Promise<unknown>
  onClose: () => void
}

export function BulkDialog<Entity extends Entry>({
  resource,
  bulk,
  entities,
  areChosen,
  users,
  refresh,
  onClose,
}: BulkDialogProps<Entity>) {
  const { t, format } = useUi()
  const { api, me } = useAdmin()
  const { path, words, label, about, machine } = resource
  const word = wordsOf(t, words)
  const sentence = useSentence(words)
  const whyLeft = useWhyLeft(resource, bulk, users)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** As it was when it was opened: what is sent is what was shown. */
  const [shown] = useState(() => {
    const fits = (entity: Entity) => isTaken(machine.table, bulk, positionIn(machine, entity), me.id)
    return { taken: entities.filter(fits), rest: areChosen ? entities.filter((one) => !fits(one)) : [] }
  })
  const [left, setLeft] = useState<readonly EntryLine[] | null>(null)
  const names = new Map(entities.map((entity) => [entity.id, label(entity)]))

  const run = async () => {
    setBusy(true)
    setError(null)
    const ids = shown.taken.map(({ id }) => id)
    let done = 0
    const late: EntryLine[] = []
    try {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const requested = ids.slice(at, at + AT_ONCE)
        const answer = await api.actOnMany(path, bulk.path, requested)
        done += answer.done.length
        for (const { id, state, action, by, at: when } of answer.left)
          late.push({
            id,
            name: names.get(id) ?? `#${id}`,
            why: firstText(t, words, { did: action, by, at: when }) ?? word.state(state),
          })
        // Entries deleted meanwhile are in neither list.
        const answered = new Set([...answer.done, ...answer.left.map(({ id }) => id)])
        for (const id of requested)
          if (!answered.has(id)) late.push({ id, name: names.get(id) ?? `#${id}`, why: t('errors:ENTRY_NOT_FOUND') })
      }
      toasts.success(t('admin:entry.manyDone', { count: done, what: word.done(bulk.action) }))
      if (late.length === 0) onClose()
      else setLeft(late)
    } catch (cause) {
      setError(sentence(cause))
    } finally {
      await refresh()
      setBusy(false)
    }
  }

  const count = shown.taken.length
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={word.bulk(bulk.id)}
      actions={
        left !== null ? (
          <Button kind="primary" onPress={onClose}>
            {t('admin:entry.close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('admin:cancel')}</Button>
            <Button kind="primary" isPending={isBusy} isDisabled={count === 0} onPress={() => void run()}>
              {`${word.action(bulk.action)} (${format.exact(count, 'count')})`}
            </Button>
          </>
        )
      }
    >
      <div className={own.stack}>
        {error !== null && <Notice kind="bad">{error}</Notice>}
        {left === null ? (
          <>
            <p>{t(count === 0 ? 'admin:entry.takesNone' : 'admin:entry.takes', { count })}</p>
            <EntryLines
              lines={shown.taken.map((entity) => ({
                id: entity.id,
                name: label(entity),
                why: about?.(entity) ?? null,
              }))}
            />
            {shown.rest.length > 0 && (
              <>
                <p>{t('admin:entry.leaves', { count: shown.rest.length })}</p>
                <EntryLines
                  lines={shown.rest.map((entity) => ({
                    id: entity.id,
                    name: label(entity),
                    why: whyLeft(entity),
                  }))}
                />
              </>
            )}
          </>
        ) : (
          <>
            <Notice kind="warn">{t('admin:entry.lateMany', { count: left.length })}</Notice>
            <EntryLines lines={left} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Why an action for many leaves an entry as it is: who has it where its state would do, else its state. */
function useWhyLeft<Entity extends Entry>(
  { machine, words }: Stated<Entity>,
  bulk: BulkAction,
  users: readonly UserAccount[] | undefined,
): (entity: Entity) => string {
  const { t } = useUi()
  return (entity) => {
    const { state, assignee } = positionIn(machine, entity)
    return isStateOf(machine.table, bulk, state)
      ? t('admin:entry.done', {
          what: t('admin:entry.assignee'),
          name: nameOf(assignee, users) ?? t('admin:entry.unassigned'),
        })
      : wordsOf(t, words).state(state)
  }
}
