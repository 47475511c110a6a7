/** "Process per user": what waits for a person is assigned to that person, after a look at exactly what that is. */
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import { tableMoment } from '#domain/moment'
import { Button, Dialog, EntitySelector, Notice, QueryState, toasts, useUi } from '#ui'
import { UserIcon } from '#ui/icons/index.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { useAll } from '../use-admin-data.ts'
import { listKey } from './list-hooks.tsx'
import type { Entry } from './resource.ts'
import { type EntryLine, EntryLines } from './states/entry-lines.tsx'
import { nameOf } from './states/state-card.tsx'
import own from './states/states.module.css'

/** An entry under the name it had when it was shown: it may be deleted meanwhile. */
interface Named {
  readonly id: number
  readonly name: string
}

interface UserProcess<Entity extends Entry> {
  /** Of its calls: `<path>/process/user/<id>`. */
  readonly path: string
  /** The assigned thing: the name of its noun, and the path of its calls. */
  readonly entries: { readonly name: string; readonly path: string }
  /** Which entries these are, as a sentence. */
  readonly lead: string
  readonly label: (entity: Entity) => string
  /** The assignee; null = unassigned. */
  readonly holder: (entity: Entity) => number | null
  /** Where an entry that no person has is now, and since when. */
  readonly state: (entity: Entity) => { readonly word: string; readonly at: number }
}

export function UserProcessButton<Entity extends Entry>({ process }: { process: UserProcess<Entity> }) {
  const { t } = useUi()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UserIcon />} onPress={() => setOpen(true)}>
        {t('admin:process.open')}
      </Button>
      {isOpen && <ProcessDialog process={process} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ProcessDialogProps<Entity extends Entry> {
  process: UserProcess<Entity>
  onClose: () => void
}

function ProcessDialog<Entity extends Entry>({ process, onClose }: ProcessDialogProps<Entity>) {
  const { t, format } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const users = useAll('users')
  const { path, entries, lead } = process
  const [user, setUser] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** Those that were shown and that another person changed first, under the names that were shown. */
  const [late, setLate] = useState<readonly Named[] | null>(null)
  const preview = useQuery({
    queryKey: ['admin', 'process', path, user],
    queryFn: ({ signal }) => api.wouldProcess(path, user ?? 0, signal),
    enabled: user !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const all = useQuery({
    queryKey: listKey(entries.name),
    queryFn: ({ signal }) => api.entries<Entity, never>(entries.path).list(signal),
    staleTime: 0,
  })
  const shown = preview.data?.done ?? []
  const choose = (to: number | null) => {
    setUser(to)
    // The error was about the former person.
    setError(null)
  }

  const run = async (to: number) => {
    setBusy(true)
    setError(null)
    const names = new Map(all.data?.map((entity) => [entity.id, process.label(entity)]))
    try {
      const { done } = await api.process(path, to)
      toasts.success(t('admin:process.done', { count: done.length, name: nameOf(to, users.data) ?? '' }))
      const missed = shown.filter((id) => !done.includes(id))
      if (missed.length === 0) onClose()
      else setLate(missed.map((id) => ({ id, name: names.get(id) ?? `#${id}` })))
    } catch (cause) {
      setError(say(cause))
    } finally {
      await queries.invalidateQueries({ queryKey: listKey(entries.name) })
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin:process.open')}
      actions={
        late !== null ? (
          <Button kind="primary" onPress={onClose}>
            {t('admin:entry.close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('admin:cancel')}</Button>
            <Button
              kind="primary"
              isPending={isBusy}
              isDisabled={user === null || shown.length === 0}
              onPress={() => user !== null && void run(user)}
            >
              {shown.length === 0
                ? t('admin:process.run')
                : `${t('admin:process.run')} (${format.exact(shown.length, 'count')})`}
            </Button>
          </>
        )
      }
    >
      <div className={own.stack}>
        {error !== null && <Notice kind="bad">{error}</Notice>}
        {late === null && (
          <>
            <p>{lead}</p>
            <QueryState of={users} skeleton="form">
              {(people) => (
                <EntitySelector
                  label={t('admin:process.person')}
                  isRequired
                  isClearable={false}
                  items={people.flatMap(({ id, username, role, enabled }) =>
                    role === 'admin' && enabled ? [{ id, name: username }] : [],
                  )}
                  value={user}
                  onChange={choose}
                />
              )}
            </QueryState>
          </>
        )}
        {user !== null && (
          <QueryState of={both(preview, all)} skeleton="text" errorText={say}>
            {([moved, known]) => <Preview process={process} moved={moved} entities={known} late={late} />}
          </QueryState>
        )}
      </div>
    </Dialog>
  )
}

interface PreviewProps<Entity extends Entry> {
  process: UserProcess<Entity>
  moved: EntriesMoved
  entities: readonly Entity[]
  late: readonly Named[] | null
}

function Preview<Entity extends Entry>({ process, moved, entities, late }: PreviewProps<Entity>) {
  const { label, holder, state } = process
  const { t } = useUi()
  const users = useAll('users').data
  const found = new Map(entities.map((entity) => [entity.id, entity]))
  const lineOf = (id: number, isHeld: boolean): EntryLine => {
    const entity = found.get(id)
    if (entity === undefined) return { id, name: `#${id}`, why: null }
    const name = nameOf(holder(entity), users)
    return { id, name: label(entity), why: isHeld && name !== null ? `${t('admin:entry.assignee')}: ${name}` : null }
  }
  /** The result for one that another user changed first. */
  const lateOf = ({ id, name }: Named): EntryLine => {
    const entity = found.get(id)
    if (entity === undefined) return { id, name, why: t('admin:removedTitle') }
    const line = lineOf(id, true)
    const { word, at } = state(entity)
    return line.why === null ? { ...line, why: `${word} · ${tableMoment(at)}` } : line
  }
  if (late !== null)
    return (
      <>
        <Notice kind="warn">{t('admin:entry.lateMany', { count: late.length })}</Notice>
        <EntryLines lines={late.map(lateOf)} />
      </>
    )
  const { done, left } = moved
  return (
    <>
      <p>{done.length === 0 ? t('admin:process.none') : t('admin:process.takes', { count: done.length })}</p>
      <EntryLines lines={done.map((id) => lineOf(id, false))} />
      {left.length > 0 && (
        <>
          <p>{t('admin:process.leaves', { count: left.length })}</p>
          <EntryLines lines={left.map(({ id }) => lineOf(id, true))} />
        </>
      )}
    </>
  )
}
