/** Comments on an entry, the newest last, and the field for a new one. */
import { attempt } from '#domain/machine'
import { tableMoment } from '#domain/moment'
import { Button, Card, TextField, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../../admin-frame.tsx'
import { useUnsaved } from '../../leaving.tsx'
import type { Entry } from '../resource.ts'
import { commentsIn, positionIn, type Stated, wordsOf } from './stated.ts'
import own from './states.module.css'

const MAX_LENGTH = 2000

interface CommentsCardProps<Entity extends Entry> {
  resource: Stated<Entity>
  entity: Entity
  act: (entity: Entity, action: string, body?: object) => Promise<boolean>
}

export function CommentsCard<Entity extends Entry>({ resource, entity, act }: CommentsCardProps<Entity>) {
  const { t } = useUi()
  const { me } = useAdmin()
  const { machine, words } = resource
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  useUnsaved(message.trim() !== '' && !isBusy)
  const action = machine.table.transitions.find(({ comments }) => comments === true)?.action
  if (action === undefined) return null
  const comments = commentsIn(machine, entity)
  const may = attempt(machine.table, action, positionIn(machine, entity), me.id).reason === undefined
  const send = async () => {
    setBusy(true)
    if (await act(entity, action, { message })) setMessage('')
    setBusy(false)
  }
  return (
    <Card title={t('admin:entry.comments')}>
      {comments.length === 0 ? (
        <p className={own.none}>{t('admin:entry.noComments')}</p>
      ) : (
        <ol className={own.comments}>
          {comments.map(({ message: text, by, at }, place) => (
            // Messages are only ever added.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <p className={own.message}>{text}</p>
              <p className={own.by}>
                {by} · {tableMoment(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
      {may && (
        <form
          className={own.write}
          onSubmit={(event) => {
            event.preventDefault()
            if (message.trim() !== '' && !isBusy) void send()
          }}
        >
          <TextField
            label={t('admin:entry.newComment')}
            rows={3}
            maxLength={MAX_LENGTH}
            value={message}
            onChange={setMessage}
          />
          <Button type="submit" isPending={isBusy} isDisabled={message.trim() === ''}>
            {wordsOf(t, words).action(action)}
          </Button>
        </form>
      )}
    </Card>
  )
}
