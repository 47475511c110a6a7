/** The list of a Menu. */
import { type RefObject, useRef } from 'react'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, Separator } from 'react-aria-components'
import { CheckIcon } from './icons/index.tsx'
import { OpenPopover } from './open-popover.tsx'
import type { MenuAction, MenuGroup, MenuProps } from './menu.tsx'
import css from './list.module.css'
import overlay from './overlay.module.css'

const isGroup = (item: MenuAction | MenuGroup): item is MenuGroup => 'actions' in item

function Item({ id, label, icon, hint, keys, isDisabled, isDanger = false, isChecked, href, onAction }: MenuAction) {
  return (
    <MenuItem
      id={id}
      href={href}
      textValue={label}
      isDisabled={isDisabled}
      onAction={onAction}
      className={css.item}
      data-danger={isDanger || undefined}
      aria-checked={isChecked}
    >
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

export interface MenuListProps extends Pick<MenuProps, 'label' | 'actions' | 'placement'> {
  id: string
  triggerRef: RefObject<HTMLButtonElement | null>
  /** Where the focus goes: the list itself after a mouse, an end of it after a key. */
  autoFocus: 'first' | 'last' | true
  onOpenChange: (isOpen: boolean) => void
  /** The action once the list is closed. */
  onChosen: (act: () => void) => void
}

/** Open for as long as it is drawn. */
export function MenuList({
  id,
  label,
  actions,
  placement,
  triggerRef,
  autoFocus,
  onOpenChange,
  onChosen,
}: MenuListProps) {
  const scrollRef = useRef<HTMLDivElement>(null)
  const later = ({ onAction, ...action }: MenuAction): MenuAction =>
    onAction === undefined ? action : { ...action, onAction: () => onChosen(onAction) }
  return (
    <OpenPopover
      triggerRef={triggerRef}
      scrollRef={scrollRef}
      onOpenChange={onOpenChange}
      trigger="MenuTrigger"
      placement={placement}
      offset={4}
      className={overlay.popover}
      aria-label={label}
    >
      <AriaMenu
        id={id}
        ref={scrollRef}
        aria-label={label}
        className={css.list}
        autoFocus={autoFocus}
        onClose={() => onOpenChange(false)}
      >
        {actions.map((item, index) =>
          isGroup(item) ? (
            <MenuSection key={item.id} aria-label={item.label ?? label} className={css.section}>
              {index > 0 && <Separator className={css.separator} />}
              {item.label !== undefined && <Header className={css.header}>{item.label}</Header>}
              {item.actions.map((action) => (
                <Item key={action.id} {...later(action)} />
              ))}
            </MenuSection>
          ) : (
            <Item key={item.id} {...later(item)} />
          ),
        )}
      </AriaMenu>
    </OpenPopover>
  )
}
