/** A menu of actions behind a button. */
import type { ReactElement, ReactNode } from 'react'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { CheckIcon } from './icons/index.tsx'
import css from './list.module.css'
import overlay from './overlay.module.css'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  /** A second line: what it does, or why it is disabled (a disabled action always says why). */
  hint?: string
  keys?: string
  isDisabled?: boolean
  isDanger?: boolean
  /** A choice in force. */
  isChecked?: boolean
  href?: string
  onAction?: () => void
}

export interface MenuGroup { id: string; label?: string; actions: readonly MenuAction[] }

export interface MenuProps {
  trigger: ReactElement
  label: string
  /** A flat list, or groups with a line between. */
  actions: readonly MenuAction[] | readonly MenuGroup[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
}

const isGroup = (item: MenuAction | MenuGroup): item is MenuGroup => 'actions' in item

function Item({ id, label, icon, hint, keys, isDisabled, isDanger = false, isChecked, href, onAction }: MenuAction) {
  return (
    <MenuItem id={id} href={href} textValue={label} isDisabled={isDisabled} onAction={onAction} className={css.item} data-danger={isDanger || undefined} aria-checked={isChecked}>
      {icon !== undefined && <span className={css.icon}>{icon}</span>}
      <span className={css.words}>
        <span>{label}</span>
        {hint !== undefined && <span className={css.hint}>{hint}</span>}
      </span>
      {isChecked === true && <CheckIcon className={css.tick} />}
      {keys !== undefined && <kbd className={css.keys}>{keys}</kbd>}
    </MenuItem>
  )
}

export function Menu({ trigger, label, actions, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} className={overlay.popover}>
        <AriaMenu aria-label={label} className={css.list}>
          {actions.map((item, index) => isGroup(item)
            ? (
              <MenuSection key={item.id} aria-label={item.label ?? label} className={css.section}>
                {index > 0 && <Separator className={css.separator} />}
                {item.label !== undefined && <Header className={css.header}>{item.label}</Header>}
                {item.actions.map((action) => <Item key={action.id} {...action} />)}
              </MenuSection>
              )
            : <Item key={item.id} {...item} />)}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
