/** Tabs over panels. Only the chosen panel is in the page. */
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import css from './tabs.module.css'

export interface TabItem {
  id: string
  label: string
  content: ReactNode
  /** A count or a state beside the label. */
  badge?: ReactNode
  isDisabled?: boolean
}

export interface TabsProps {
  label: string
  tabs: readonly TabItem[]
  value?: string
  onChange?: (id: string) => void
  /** Fills the height of its container; the panel scrolls. */
  fill?: boolean
}

export function Tabs({ label, tabs, value, onChange, fill = false }: TabsProps) {
  return (
    <AriaTabs className={css.tabs} data-fill={fill || undefined} selectedKey={value} onSelectionChange={(key) => onChange?.(String(key))}>
      <TabList aria-label={label} className={css.list}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled} className={css.tab}>{tab.label}{tab.badge}</Tab>
        ))}
      </TabList>
      {tabs.map((tab) => <TabPanel key={tab.id} id={tab.id} className={css.panel}>{tab.content}</TabPanel>)}
    </AriaTabs>
  )
}
