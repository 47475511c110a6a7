import { tableMoment } from '#domain/moment'
import type { ApiClient } from '#schemas/generated/entities/api-client.ts'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import { Button, Card, confirmAndRun, useUi } from '#ui'
import { RefreshIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useRemoving } from '../use-removing.ts'
import { SecretDialog } from './secret-dialog.tsx'
import css from '../admin.module.css'

export function Keys({ program: { id, name, clientId, hasSecret, createdAt, sessions } }: { program: ApiClient }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const navigate = useNavigate()
  const removing = useRemoving('programs')
  const [renewed, setRenewed] = useState<ApiClientSecret | null>(null)
  const renew = () =>
    confirmAndRun({
      question: t('admin:programs.renewQuestion', { name }),
      confirmLabel: t('admin:programs.renew'),
      isDanger: true,
      doneText: t('admin:programs.renewed'),
      errorText: say,
      run: async () => setRenewed(await api.renewSecret(id)),
    })
  return (
    <Card title={t('admin:programs.keys')}>
      <dl className={css.facts}>
        <dt>{t('admin:programs.clientId')}</dt>
        <dd className={css.mono}>{clientId}</dd>
        <dt>{t('admin:programs.secret')}</dt>
        <dd>{t(hasSecret ? 'admin:programs.hidden' : 'admin:notYet')}</dd>
        <dt>{t('admin:programs.sessions')}</dt>
        <dd>{sessions}</dd>
        <dt>{t('admin:users.createdAt')}</dt>
        <dd>{tableMoment(createdAt)}</dd>
      </dl>
      <div className={css.acts}>
        <Button icon={<RefreshIcon />} onPress={() => void renew()}>
          {t('admin:programs.renew')}
        </Button>
        <Button
          kind="quiet"
          icon={<TrashIcon />}
          onPress={() =>
            void removing(id, t('admin:programs.removeQuestion', { name }), () => void navigate(PATHS.programs.list))
          }
        >
          {t('admin:programs.remove')}
        </Button>
      </div>
      {renewed !== null && (
        <SecretDialog name={name} clientId={clientId} secret={renewed.secret} onClose={() => setRenewed(null)} />
      )}
    </Card>
  )
}
