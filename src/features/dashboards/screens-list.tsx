import type { Screen } from '#schemas/generated/entities/screen.ts'
import { tableMoment } from '#domain/moment'
import { Button, StatusDot, useUi } from '#ui'
import css from './screens-panel.module.css'

export function List({ screens, onRevoke }: { screens: readonly Screen[]; onRevoke: (screen: Screen) => void }) {
  const { t } = useUi()
  if (screens.length === 0) return <p className={css.note}>{t('screens:none')}</p>
  return (
    <ul className={css.list}>
      {screens.map((screen) => (
        <li key={screen.id}>
          <div className={css.screen}>
            <strong>{screen.name}</strong>
            <span className={css.state}>
              <StatusDot
                status={
                  screen.state === 'active'
                    ? 'up'
                    : screen.state === 'revoked' || screen.state === 'unused'
                      ? 'closed'
                      : 'warn'
                }
              >
                {t(`screens:state.${screen.state}`)}
              </StatusDot>
            </span>
            <span className={css.facts}>
              {screen.seenAt === null ? t('screens:unseen') : t('screens:seen', { at: tableMoment(screen.seenAt) })}
              {!screen.mine && ` · ${t('screens:by', { name: screen.owner })}`}
            </span>
          </div>
          {screen.revokedAt === null && (
            <Button
              size="small"
              aria-label={t('screens:revokeOf', { name: screen.name })}
              onPress={() => onRevoke(screen)}
            >
              {t('screens:revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
