/** Everything that opens on a click, as one chunk: a reader who opens one thing opens another. */
export { DialogWindow } from './dialog-window.tsx'
export { MenuList } from './menu-list.tsx'
export { MultiSelectPanel } from './multi-select-panel.tsx'
export { PopoverPanel } from './popover-panel.tsx'
export { SelectList } from './select-list.tsx'
export { TooltipBubble } from './tooltip-bubble.tsx'
