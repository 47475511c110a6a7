/** A new webhook, and one that is there: its form, its secret, a test, and what was sent. */
import { tableMoment } from '#domain/moment'
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import { LinkButton, Notice, Page, QueryState, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { PATHS, useAlerts } from '../alerts-frame.tsx'
import { useAlertClients } from '../use-alert-data.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { TestPanel } from './test-panel.tsx'
import { stateOf, useRefreshWebhooks, useWebhook } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'
import { newWebhook, valuesOf } from './webhook-values.ts'
import css from './webhooks.module.css'

const useBack = () => {
  const { t } = useUi()
  return { href: PATHS.webhooks, label: t('alerts:tab.webhooks') }
}

export function NewWebhookPage() {
  const { t } = useUi()
  const { webhooks } = useAlerts()
  const [search] = useSearchParams()
  const clients = useAlertClients()
  const refresh = useRefreshWebhooks()
  const [made, setMade] = useState<WebhookMade | null>(null)
  const back = useBack()
  if (made !== null) return <MadePage made={made} />
  return (
    <Page title={t('webhooks:newTitle')} back={back}>
      <QueryState of={clients} skeleton="form">
        {(list) => {
          const requested = Number(search.get('client'))
          return (
            <div className={css.form}>
              <WebhookForm
                isNew
                initial={newWebhook(list.find(({ id }) => id === requested)?.id ?? list[0]?.id ?? null)}
                clients={list}
                save={async (draft) => {
                  setMade(await webhooks.add(draft))
                  void refresh()
                }}
              />
            </div>
          )
        }}
      </QueryState>
    </Page>
  )
}

/** The secret is shown here and nowhere else: it stays in no address and in no history. */
function MadePage({ made }: { made: WebhookMade }) {
  const { t } = useUi()
  return (
    <Page title={made.name} back={useBack()}>
      <div className={css.form}>
        <section className={css.panel} aria-label={t('webhooks:secret.title')}>
          <h2>{t('webhooks:secret.title')}</h2>
          <p>{t('webhooks:secret.text')}</p>
          <ShownSecret secret={made.secret} />
          <div>
            <LinkButton href={PATHS.editWebhook(made.id)}>{t('webhooks:secret.goOn')}</LinkButton>
          </div>
        </section>
      </div>
    </Page>
  )
}

export function EditWebhookPage() {
  const { t } = useUi()
  const { webhooks } = useAlerts()
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const refresh = useRefreshWebhooks()
  const [webhook, clients] = [useWebhook(id), useAlertClients()]
  const both = {
    ...webhook,
    data:
      webhook.data !== undefined && clients.data !== undefined
        ? { one: webhook.data, clients: clients.data }
        : undefined,
    error: webhook.error ?? clients.error,
    isPending: webhook.isPending || clients.isPending,
  }
  return (
    <Page title={webhook.data?.name ?? t('webhooks:one')} back={useBack()}>
      <QueryState key={id} of={both} skeleton="form">
        {({ one, clients: list }) => (
          <div className={css.page}>
            <Health webhook={one} />
            <div className={css.split}>
              <WebhookForm
                isNew={false}
                initial={valuesOf(one)}
                clients={list}
                save={async (draft) => {
                  await webhooks.save(id, draft)
                  toasts.success(t('webhooks:saved'))
                  void navigate(`${PATHS.webhooks}&client=${draft.client}`)
                  void refresh(id)
                }}
              />
              <div className={css.panels}>
                <TestPanel id={id} />
                <SecretPanel webhook={one} />
              </div>
            </div>
            <Deliveries id={id} />
          </div>
        )}
      </QueryState>
    </Page>
  )
}

/** Its problem, if any. */
function Health({ webhook }: { webhook: Webhook }) {
  const { t } = useUi()
  const state = stateOf(webhook)
  if (state === 'failing')
    return (
      <Notice kind="warn" title={t('webhooks:health.failing', { date: tableMoment(webhook.failingSince) })}>
        {t('webhooks:health.failingText')}
      </Notice>
    )
  if (state !== 'switchedOff') return null
  return (
    <Notice kind="bad" title={t(`webhooks:health.${webhook.offBecause ?? 'failing'}Off`)}>
      {t('webhooks:health.offText')}
    </Notice>
  )
}
