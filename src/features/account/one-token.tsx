import { tableDate } from '#domain/moment'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import { Badge, Button, useUi } from '#ui'
import css from './account.module.css'

export function OneToken({ token, onEnd }: { token: ApiToken; onEnd: () => void }) {
  const { t } = useUi()
  const { name, access, state, createdAt, endsAt, usedOn } = token
  const action = state === 'active' ? 'revoke' : 'remove'
  return (
    <li className={css.session}>
      <div className={css.words}>
        <p className={css.agent}>
          {name}
          <Badge>{t(`account:tokens.access.${access}`)}</Badge>
          {state !== 'active' && <Badge tone="warn">{t(`account:tokens.state.${state}`)}</Badge>}
        </p>
        <p className={css.muted}>
          {[
            t('account:tokens.created', { date: tableDate(createdAt) }),
            t(`account:tokens.${state === 'ended' ? 'endedOn' : 'ends'}`, { date: tableDate(endsAt) }),
            usedOn === null ? t('account:tokens.unused') : t('account:tokens.used', { date: tableDate(usedOn) }),
          ].join(' · ')}
        </p>
      </div>
      <Button size="small" aria-label={t(`account:tokens.${action}Label`, { name })} onPress={onEnd}>
        {t(`account:tokens.${action}`)}
      </Button>
    </li>
  )
}
