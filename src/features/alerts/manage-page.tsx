/** Alerts: which locals, what happened, and what is watched. The tab and its filters are in the address. */
import { Badge, LinkButton, Notice, Page, Tabs, useUi } from '#ui'
import { useSearchParams } from 'react-router'
import { PATHS, useAlerts } from './alerts-frame.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LocalsTab } from './locals-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import { useHistory } from './use-alert-data.ts'
import { WebhooksTab } from './webhooks/webhooks-tab.tsx'

const TABS = ['locals', 'history', 'rules', 'webhooks'] as const
/** Where the button of a tab leads, and what it says. */
const ADDS = {
  rules: { path: PATHS.addRule, label: 'alerts:rules.add' },
  webhooks: { path: PATHS.addWebhook, label: 'webhooks:add' },
} as const

export function ManagePage() {
  const { t } = useUi()
  const { mailLeaves } = useAlerts()
  const [search, setSearch] = useSearchParams()
  const history = useHistory()
  const open = history.data?.filter(({ state }) => state === 'open').length ?? 0
  const requested = search.get('tab')
  const tab = TABS.find((one) => one === requested) ?? 'locals'
  const client = search.get('client')
  // A client stays chosen from tab to tab; the rest belongs to the tab it was set in.
  const go = (id: string) => setSearch({ ...(id !== 'locals' && { tab: id }), ...(client !== null && { client }) })
  const content = { locals: <LocalsTab />, history: <HistoryTab />, rules: <RulesTab />, webhooks: <WebhooksTab /> }
  const add = tab === 'rules' || tab === 'webhooks' ? ADDS[tab] : null
  return (
    <Page
      title={t('alerts:title')}
      note={t('alerts:note')}
      actions={
        add !== null && (
          <LinkButton kind="primary" href={`${add.path}${client === null ? '' : `?client=${client}`}`}>
            {t(add.label)}
          </LinkButton>
        )
      }
    >
      {mailLeaves === false && <Notice kind="warn">{t('errors:MAIL_UNAVAILABLE')}</Notice>}
      <Tabs
        label={t('alerts:tab.label')}
        value={tab}
        onChange={go}
        tabs={TABS.map((id) => ({
          id,
          label: t(`alerts:tab.${id}`),
          content: content[id],
          ...(id === 'history' && open > 0 && { badge: <Badge tone="bad">{open}</Badge> }),
        }))}
      />
    </Page>
  )
}
