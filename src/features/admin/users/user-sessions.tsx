import { tableMoment } from '#domain/moment'
import type { Session } from '#schemas/generated/entities/session.ts'
import { Badge, Button, confirmAndRun, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import css from '../admin.module.css'

export function Sessions({
  rows,
  username,
  onEnded,
}: {
  rows: readonly Session[]
  username: string
  onEnded: () => void
}) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const nameOf = ({ apiClient, agent }: Session) => apiClient ?? (agent || t('admin:activity.unknownAgent'))
  const end = async (session: Session) => {
    const answer = await confirmAndRun({
      question: t('admin:activity.endQuestion', { name: username, agent: nameOf(session) }),
      confirmLabel: t('admin:activity.end'),
      isDanger: true,
      doneText: t('admin:activity.ended'),
      errorText: say,
      run: () => api.endSession(session.id),
    })
    if (answer !== 'cancelled') onEnded()
  }
  return (
    <ul className={css.rows}>
      {rows.map((session) => (
        <li key={session.id} className={css.row}>
          <div className={css.what}>
            <p>
              {nameOf(session)}
              {session.apiClient !== null && <Badge>{t('admin:activity.page')}</Badge>}
              {session.current && <Badge tone="good">{t('admin:activity.current')}</Badge>}
            </p>
            <p>
              {[
                session.address,
                t('admin:activity.since', { date: tableMoment(session.createdAt) }),
                t('admin:activity.seen', { date: tableMoment(session.seenAt) }),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </div>
          {!session.current && (
            <Button
              size="small"
              aria-label={t('admin:activity.endLabel', { agent: nameOf(session) })}
              onPress={() => void end(session)}
            >
              {t('admin:activity.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
