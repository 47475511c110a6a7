/** An icon button that says why it cannot be pressed: it stays reachable, and its name has the reason. */
import { IconButton, type IconButtonProps, toasts } from '#ui'
import css from './action-button.module.css'

export interface ActionButtonProps extends Pick<IconButtonProps, 'label' | 'icon' | 'size'> {
  /** Why not; undefined when it can be pressed. */
  why?: string | undefined
  /** Pressed in, for what is on or off. */
  isOn?: boolean
  onPress: () => void
}

export function ActionButton({ label, icon, size = 'medium', why, isOn, onPress }: ActionButtonProps) {
  if (why === undefined)
    return (
      <span className={css.action} data-on={isOn || undefined}>
        <IconButton label={label} icon={icon} size={size} aria-pressed={isOn} onPress={onPress} />
      </span>
    )
  return (
    <span className={css.action} data-off>
      <IconButton label={`${label}. ${why}`} icon={icon} size={size} onPress={() => toasts.info(why)} />
    </span>
  )
}
