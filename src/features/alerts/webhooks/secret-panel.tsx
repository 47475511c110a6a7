/** The secret of a webhook: shown once when it is made or rotated, never again. */
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import { tableMoment } from '#domain/moment'
import { Button, confirmAndRun, TextField, toasts, useUi } from '#ui'
import { CopyIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useAlerts } from '../alerts-frame.tsx'
import css from './webhooks.module.css'

/** In sight this once. */
export function ShownSecret({ secret }: { secret: string }) {
  const { t } = useUi()
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => {
        toasts.success(t('webhooks:secret.copied'))
      },
      () => {
        toasts.error(t('webhooks:secret.copyFailed'))
      },
    )
  return (
    <div className={css.secret} role="status">
      <TextField
        label={t('webhooks:secret')}
        help={t('webhooks:secret.once')}
        isReadOnly
        value={secret}
        onChange={() => undefined}
      />
      <Button kind="primary" icon={<CopyIcon />} onPress={copy}>
        {t('webhooks:secret.copy')}
      </Button>
    </div>
  )
}

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
