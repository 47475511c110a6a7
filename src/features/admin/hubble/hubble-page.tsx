/** The device fleet: nodes merged by MAC, and the lists they are merged from. */
import { Page, Tabs, useUi } from '#ui'
import { useSearchParams } from 'react-router'
import { PATHS } from '../paths.ts'
import { FactoryTab, NodeConfigTab } from './settings-tab.tsx'
import { NodesTab } from './nodes-tab.tsx'
import { SshTab } from './ssh-tab.tsx'
import { ValidatorTab } from './validator-tab.tsx'
import { WifiTab } from './wifi-tab.tsx'

const TABS = [
  { id: 'nodes', Content: NodesTab },
  { id: 'ssh', Content: SshTab },
  { id: 'wifi', Content: WifiTab },
  { id: 'config', Content: NodeConfigTab },
  { id: 'factory', Content: FactoryTab },
  { id: 'validator', Content: ValidatorTab },
] as const

export function HubblePage() {
  const { t } = useUi()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('tab')
  const tab = TABS.find(({ id }) => id === wanted)?.id ?? 'nodes'
  return (
    <Page title={t('fleet:hub.title')} note={t('fleet:hub.note')} back={{ href: PATHS.home, label: t('admin:title') }}>
      <Tabs
        label={t('fleet:hub.title')}
        value={tab}
        // Search and filters of one list do not apply to another.
        onChange={(next) => setSearch(next === 'nodes' ? {} : { tab: next }, { replace: true })}
        tabs={TABS.map(({ id, Content }) => ({ id, label: t(`fleet:hub.tab.${id}`), content: <Content /> }))}
      />
    </Page>
  )
}
