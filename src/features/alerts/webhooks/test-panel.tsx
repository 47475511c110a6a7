/** Sends a test, and shows what was answered. */
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import { Button, Notice, StatusDot, useUi } from '#ui'
import { useState } from 'react'
import { useAlerts } from '../alerts-frame.tsx'
import { useRefreshWebhooks } from './use-webhooks.ts'
import css from './webhooks.module.css'

export function TestPanel({ id }: { id: number }) {
  const { t } = useUi()
  const { webhooks, say } = useAlerts()
  const refresh = useRefreshWebhooks()
  const [state, setState] = useState<{
    readonly isBusy: boolean
    readonly answer?: WebhookDelivery
    readonly error?: string
  }>({ isBusy: false })
  const send = () => {
    setState({ isBusy: true })
    webhooks.test(id).then(
      (answer) => {
        setState({ isBusy: false, answer })
        void refresh(id)
      },
      (cause: unknown) => setState({ isBusy: false, error: say(cause) }),
    )
  }
  const { isBusy, answer, error } = state
  return (
    <section className={css.panel} aria-label={t('webhooks:test.title')} aria-busy={isBusy}>
      <h2>{t('webhooks:test.title')}</h2>
      <p>{t('webhooks:test.text')}</p>
      {error !== undefined && <Notice kind="bad">{error}</Notice>}
      {answer !== undefined && <Answer of={answer} />}
      <div>
        <Button size="small" isPending={isBusy} onPress={send}>
          {t('webhooks:test.send')}
        </Button>
      </div>
    </section>
  )
}

function Answer({ of: { state, status, reason, ms, line } }: { of: WebhookDelivery }) {
  const { t, locale } = useUi()
  const took = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(ms ?? 0)
  return (
    <div className={css.answer} role="status">
      <StatusDot status={state === 'delivered' ? 'up' : 'down'}>
        {state === 'delivered' ? t('webhooks:delivery.delivered') : t(`webhooks:reason.${reason ?? 'status'}`)}
      </StatusDot>
      <p className={css.muted}>{[...(status === null ? [] : [`HTTP ${status}`]), took].join(' · ')}</p>
      {line !== null && <code className={css.line}>{line}</code>}
    </div>
  )
}
