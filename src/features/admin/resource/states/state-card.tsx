/** Where an entry is, since when, who has it, and what can be done with it now. */
import { allowedActions } from '#domain/machine'
import { tableMoment } from '#domain/moment'
import { Badge, Button, Card, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../../admin-frame.tsx'
import { useAll } from '../../use-admin-data.ts'
import type { Entry } from '../resource.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { bringsOf, positionIn, sinceOf, type Stated, wordsOf } from './stated.ts'
import css from '../../admin.module.css'

interface StateCardProps<Entity extends Entry> {
  resource: Stated<Entity>
  entity: Entity
  act: (entity: Entity, action: string, body?: object) => Promise<boolean>
}

export function StateCard<Entity extends Entry>({ resource, entity, act }: StateCardProps<Entity>) {
  const { t } = useUi()
  const { me } = useAdmin()
  const { machine, words, label } = resource
  const word = wordsOf(t, words)
  const users = useAll('users').data
  const [busy, setBusy] = useState<string | null>(null)
  const [assigned, setAssigned] = useState<string | null>(null)
  const position = positionIn(machine, entity)
  const { state, assignee } = position
  const actions = allowedActions(machine.table, position, me.id).filter((one) => bringsOf(machine, one) !== 'message')
  const press = async (action: string) => {
    if (bringsOf(machine, action) === 'user') return setAssigned(action)
    setBusy(action)
    await act(entity, action)
    setBusy(null)
  }
  return (
    <Card title={t('admin:entry.now')}>
      <dl className={css.facts}>
        <dt>{t('admin:entry.state')}</dt>
        <dd>
          <Badge tone={machine.tones?.[state] ?? 'neutral'}>{word.state(state)}</Badge>
        </dd>
        <dt>{t('admin:entry.since')}</dt>
        <dd>{tableMoment(sinceOf(entity))}</dd>
        {machine.table.fields.assignee !== undefined && (
          <>
            <dt>{t('admin:entry.assignee')}</dt>
            <dd>{nameOf(assignee, users) ?? t('admin:entry.unassigned')}</dd>
          </>
        )}
      </dl>
      {actions.length > 0 && (
        <div className={css.acts}>
          {actions.map((action) => (
            <Button
              key={action}
              isPending={busy === action}
              isDisabled={busy !== null && busy !== action}
              onPress={() => void press(action)}
            >
              {word.action(action)}
            </Button>
          ))}
        </div>
      )}
      {assigned !== null && (
        <AssignDialog
          title={label(entity)}
          confirmLabel={word.action(assigned)}
          assignee={assignee}
          onClose={() => setAssigned(null)}
          onAssign={async (user) => {
            await act(entity, assigned, { user })
          }}
        />
      )}
    </Card>
  )
}

/** Null where it is unassigned; an account that is not there any more has its number. */
export const nameOf = (
  id: number | null,
  users: readonly { readonly id: number; readonly username: string }[] | undefined,
): string | null => (id === null ? null : (users?.find((one) => one.id === id)?.username ?? `#${id}`))
