/**
 * Buttons: `primary` once a screen, `default` for the rest, `quiet` inside toolbars, `danger` for what cannot be
 * undone.
 */
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components'
import { cx } from './class-names.ts'
import { useUi } from './provider.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
import { Tooltip } from './tooltip.tsx'
import css from './button.module.css'

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger'

export interface ButtonProps {
  kind?: ButtonKind
  size?: 'small' | 'medium'
  icon?: ReactNode
  children?: ReactNode
  type?: 'button' | 'submit' | 'reset'
  isDisabled?: boolean
  /**
   * There is nothing for it to do now: it looks disabled and keeps the focus, so that Escape still reaches the panel in
   * which it has just been pressed.
   */
  isIdle?: boolean
  /** Work in progress: the button keeps its width and its name, says so to readers, and cannot be pressed again. */
  isPending?: boolean
  /** Stretches to its container. */
  fill?: boolean
  autoFocus?: boolean
  slot?: string | null
  form?: string
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-pressed'?: boolean
  'aria-expanded'?: boolean
}

/** Pending or idle, not disabled: the focus stays, a second press does nothing, and a form is not sent twice. */
const pressing = ({
  isPending = false,
  isIdle = false,
  type,
  onPress,
}: Pick<ButtonProps, 'isPending' | 'isIdle' | 'type' | 'onPress'>) =>
  isPending || isIdle
    ? {
        'aria-disabled': true,
        ...(isPending ? { 'data-pending': true } : { 'data-idle': true }),
        type: 'button' as const,
        onPress: undefined,
      }
    : { type, onPress }

export function Button({
  kind = 'default',
  size = 'medium',
  icon,
  children,
  fill = false,
  isPending,
  isIdle,
  type,
  onPress,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...pressing({ isPending, isIdle, type, onPress })}
      className={cx(css.button, css[kind], css[size], fill && css.fill)}
    >
      {icon !== undefined && <span className={css.icon}>{icon}</span>}
      {children !== undefined && <span className={css.text}>{children}</span>}
      {isPending === true && <PendingWord />}
    </AriaButton>
  )
}

function PendingWord() {
  const { t } = useUi()
  return <VisuallyHidden>{` (${t('ui.loading')})`}</VisuallyHidden>
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'icon' | 'fill'> {
  /** The name of the action: read aloud, and shown as a tooltip. */
  label: string
  icon: ReactNode
  /** No tooltip, where the name is beside the button already. */
  plain?: boolean
}

export function IconButton({
  label,
  icon,
  kind = 'quiet',
  size = 'medium',
  plain = false,
  isPending,
  isIdle,
  type,
  onPress,
  ...rest
}: IconButtonProps) {
  const button = (
    <AriaButton
      {...rest}
      {...pressing({ isPending, isIdle, type, onPress })}
      aria-label={label}
      className={cx(css.button, css[kind], css[size], css.square)}
    >
      <span className={css.icon}>{icon}</span>
    </AriaButton>
  )
  return plain ? button : <Tooltip text={label}>{button}</Tooltip>
}

export interface LinkButtonProps {
  href: string
  kind?: ButtonKind
  size?: 'small' | 'medium'
  icon?: ReactNode
  children: ReactNode
  isDisabled?: boolean
  target?: string
  download?: boolean | string
}

/** A link that looks like a button; goes through the router of react-aria's `RouterProvider` where there is one. */
export function LinkButton({ kind = 'default', size = 'medium', icon, children, ...rest }: LinkButtonProps) {
  return (
    <AriaLink
      {...rest}
      rel={rest.target === '_blank' ? 'noopener noreferrer' : undefined}
      className={cx(css.button, css[kind], css[size])}
    >
      {icon !== undefined && <span className={css.icon}>{icon}</span>}
      <span className={css.text}>{children}</span>
    </AriaLink>
  )
}
