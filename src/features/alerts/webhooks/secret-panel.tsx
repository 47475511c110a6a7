/** The secret of a webhook: shown once when it is made or rotated, never again. */
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import { tableMoment } from '#domain/moment'
import { Button, confirmAndRun, useUi } from '#ui'
import { useState } from 'react'
import { useAlerts } from '../alerts-frame.tsx'
import css from './webhooks.module.css'
import { ShownSecret } from './shown-secret.tsx'

export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const { t } = useUi()
  const { webhooks, say } = useAlerts()
  const [made, setMade] = useState<WebhookMade | null>(null)
  const rotate = () =>
    confirmAndRun({
      question: t('webhooks:secret.question'),
      confirmLabel: t('webhooks:secret.rotate'),
      errorText: say,
      run: async () => {
        setMade(await webhooks.rotate(webhook.id))
      },
    })
  const { bothUntil } = made ?? webhook
  return (
    <section className={css.panel} aria-label={t('webhooks:secret.title')}>
      <h2>{t('webhooks:secret.title')}</h2>
      <p>{t('webhooks:secret.text')}</p>
      {made !== null && <ShownSecret secret={made.secret} />}
      {bothUntil !== null && <p className={css.muted}>{t('webhooks:secret.both', { date: tableMoment(bothUntil) })}</p>}
      <div>
        <Button size="small" onPress={() => void rotate()}>
          {t('webhooks:secret.rotate')}
        </Button>
      </div>
    </section>
  )
}
