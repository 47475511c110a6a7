/** Alerts: which locals, what happened, and what is watched. The tab and its filters stand in the address. */
import { Badge, LinkButton, Notice, Page, Tabs, useUi } from '#ui'
import { useSearchParams } from 'react-router'
import { PATHS, useAlerts } from './alerts-frame.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LocalsTab } from './locals-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import { useHistory } from './use-alert-data.ts'

const TABS = ['locals', 'history', 'rules'] as const

export function ManagePage() {
  const { t } = useUi()
  const { mailLeaves } = useAlerts()
  const [search, setSearch] = useSearchParams()
  const history = useHistory()
  const open = history.data?.filter(({ state }) => state === 'open').length ?? 0
  const asked = search.get('tab')
  const tab = TABS.find((one) => one === asked) ?? 'locals'
  const client = search.get('client')
  // A client stays chosen from tab to tab; the rest belongs to the tab it was set in.
  const go = (id: string) => setSearch({ ...(id !== 'locals' && { tab: id }), ...(client !== null && { client }) })
  const content = { locals: <LocalsTab />, history: <HistoryTab />, rules: <RulesTab /> }
  return (
    <Page
      title={t('alerts:title')}
      note={t('alerts:note')}
      actions={
        tab === 'rules' && (
          <LinkButton kind="primary" href={`${PATHS.addRule}${client === null ? '' : `?client=${client}`}`}>
            {t('alerts:rules.add')}
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
