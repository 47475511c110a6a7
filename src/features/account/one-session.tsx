import { tableMoment } from '#domain/moment'
import type { Session } from '#schemas/generated/entities/session.ts'
import { Badge, Button, useUi } from '#ui'
import { useState } from 'react'
import { agentOf } from './agent.ts'
import css from './account.module.css'

export function OneSession({
  session: { id, agent, address, apiClient, createdAt, seenAt, current },
  endSession,
}: {
  session: Session
  endSession: (id: number) => Promise<void>
}) {
  const { t } = useUi()
  const [isEnding, setEnding] = useState(false)
  const known = agentOf(agent)
  const browser = known === null ? t('account:sessions.unknown') : t('account:sessions.browserOn', { ...known })
  const name = apiClient ?? browser
  const end = () => {
    setEnding(true)
    void endSession(id).finally(() => setEnding(false))
  }
  return (
    <li className={css.session}>
      <div className={css.words}>
        <p className={css.agent} title={agent}>
          {name}
          {apiClient !== null && <Badge>{t('account:sessions.page')}</Badge>}
          {current && <Badge tone="good">{t('account:sessions.current')}</Badge>}
        </p>
        {apiClient !== null && <p className={css.muted}>{t('account:sessions.pageLimits', { name: apiClient })}</p>}
        <p className={css.muted}>
          {[
            address,
            t('account:sessions.since', { date: tableMoment(createdAt) }),
            t('account:sessions.seen', { date: tableMoment(seenAt) }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          isPending={isEnding}
          aria-label={t('account:sessions.endLabel', { agent: name })}
          onPress={end}
        >
          {t('account:sessions.end')}
        </Button>
      )}
    </li>
  )
}
