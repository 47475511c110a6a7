/**
 * The actions of a page, as a row of buttons. Where there is room all are shown; on a phone those marked for it
 * are one menu at the end of the row. They stay drawn in their places, so that their open panels stay open.
 */
import { createContext, type ReactElement, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import { IconButton } from './button.tsx'
import { MoreIcon } from './icons/index.tsx'
import { Menu, type MenuAction, type MenuGroup } from './menu.tsx'
import { useMedia } from './use-media.ts'
import css from './action-bar.module.css'

interface Bar {
  readonly isFolded: boolean
  readonly fold: (id: string, groups: readonly MenuGroup[] | null) => void
}
const BarContext = createContext<Bar | null>(null)

/** Below it a row has room for six buttons. */
const PHONE = '(width < 600px)'

export interface ActionBarProps {
  /** Name of the menu. */
  moreLabel: string
  /** Ids of what is folded, in the order of the menu. All of `BarButton` are one group, those of a `BarMenu` follow. */
  order: readonly string[]
  children: ReactNode
}

export function ActionBar({ moreLabel, order, children }: ActionBarProps) {
  const isFolded = useMedia(PHONE)
  const [folded, setFolded] = useState<ReadonlyMap<string, readonly MenuGroup[]>>(new Map())
  const bar = useMemo(
    (): Bar => ({
      isFolded,
      fold: (id, groups) =>
        setFolded((before) => {
          const next = new Map(before)
          if (groups === null) next.delete(id)
          else next.set(id, groups)
          return next
        }),
    }),
    [isFolded],
  )
  const groups = useMemo(() => {
    const sorted = [...folded].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)).flatMap(([, of]) => of)
    const single = sorted.filter(({ id }) => id === SINGLE).flatMap(({ actions }) => actions)
    const others = sorted.filter(({ id }) => id !== SINGLE)
    return single.length === 0 ? others : [{ id: SINGLE, actions: single }, ...others]
  }, [folded, order])
  return (
    <BarContext value={bar}>
      <div className={css.bar} data-print="hide">
        {children}
        {isFolded && groups.length > 0 && (
          <Menu
            label={moreLabel}
            placement="bottom end"
            actions={groups}
            trigger={<IconButton label={moreLabel} icon={<MoreIcon />} />}
          />
        )}
      </div>
    </BarContext>
  )
}

/** The group of all actions without a menu. */
const SINGLE = 'single'

/** True while these are in the menu of the bar around, and not drawn here. */
function useFolded(id: string, groups: readonly MenuGroup[]): boolean {
  const bar = use(BarContext)
  const [fold, isFolded] = [bar?.fold, bar?.isFolded === true]
  useLayoutEffect(() => {
    if (isFolded) fold?.(id, groups)
  }, [fold, isFolded, id, groups])
  useLayoutEffect(() => {
    if (!isFolded) return undefined
    return () => fold?.(id, null)
  }, [fold, isFolded, id])
  return isFolded
}

export interface BarButtonProps extends Pick<MenuAction, 'id' | 'label'> {
  icon: ReactElement
  onPress: () => void
}

/** A button with an icon, or a line of the menu of its bar. */
export function BarButton({ id, label, icon, onPress }: BarButtonProps) {
  const groups = useMemo(
    () => [{ id: SINGLE, actions: [{ id, label, icon, onAction: onPress }] }],
    [id, label, icon, onPress],
  )
  return !useFolded(id, groups) && <IconButton label={label} icon={icon} onPress={onPress} />
}

export interface BarMenuProps extends Pick<MenuAction, 'id' | 'label'> {
  icon: ReactElement
  actions: readonly MenuGroup[]
}

/** A button that opens a menu, or groups of the menu of its bar. */
export function BarMenu({ id, label, icon, actions }: BarMenuProps) {
  return (
    !useFolded(id, actions) && (
      <Menu label={label} placement="bottom end" actions={actions} trigger={<IconButton label={label} icon={icon} />} />
    )
  )
}
