/**
 * Short messages at the top right: success and warning stay 5 s, errors 10 s (spec 1, sections 8 and 9), longer while hovered or focused.
 * A message is text or elements, never markup in a string.
 */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import css from './toast.module.css'

export type ToastKind = 'success' | 'warn' | 'error' | 'info'

export interface ToastMessage {
  readonly id: number
  readonly kind: ToastKind
  readonly content: ReactNode
  /** One thing to do about it. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export const TOAST_MS: Readonly<Record<ToastKind, number>> = { success: 5000, warn: 5000, info: 5000, error: 10_000 }
const MOST = 5

/** The messages on show. One per application; a test may make its own. */
export class ToastQueue {
  #messages: readonly ToastMessage[] = []
  readonly #listeners = new Set<() => void>()
  #next = 1

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly messages = () => this.#messages

  add(kind: ToastKind, content: ReactNode, action?: ToastMessage['action']): number {
    const id = this.#next++
    this.#set([...this.#messages.slice(1 - MOST), { id, kind, content, action }])
    return id
  }
  success(content: ReactNode, action?: ToastMessage['action']) { return this.add('success', content, action) }
  warn(content: ReactNode, action?: ToastMessage['action']) { return this.add('warn', content, action) }
  error(content: ReactNode, action?: ToastMessage['action']) { return this.add('error', content, action) }
  info(content: ReactNode, action?: ToastMessage['action']) { return this.add('info', content, action) }
  close(id: number) { this.#set(this.#messages.filter((message) => message.id !== id)) }
  clear() { this.#set([]) }

  #set(messages: readonly ToastMessage[]) {
    this.#messages = messages
    for (const listener of this.#listeners) listener()
  }
}

export const toasts = new ToastQueue()

const ICON = { success: SuccessIcon, warn: WarningIcon, error: ErrorIcon, info: InfoIcon }

function ToastCard({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const { t } = useUi()
  const [held, setHeld] = useState(false)
  const left = useRef(TOAST_MS[message.kind])
  const close = useRef(onClose)
  useEffect(() => { close.current = onClose })
  useEffect(() => {
    if (held) return undefined
    const since = performance.now()
    const timer = setTimeout(() => close.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (performance.now() - since))
    }
  }, [held])
  const KindIcon = ICON[message.kind]
  return (
    <div
      className={css.toast} data-kind={message.kind} role={message.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}
    >
      <span className={css.icon}><KindIcon size={18} /></span>
      <div className={css.content}>
        {message.content}
        {message.action !== undefined && (
          <button type="button" className={css.action} onClick={() => { message.action?.onPress(); onClose() }}>{message.action.label}</button>
        )}
      </div>
      <IconButton plain size="small" label={t('ui.close')} icon={<CloseIcon size={14} />} onPress={onClose} />
    </div>
  )
}

/** Where the messages appear. Once, near the root. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  const { t } = useUi()
  const messages = useSyncExternalStore(queue.subscribe, queue.messages, queue.messages)
  // Always in the page, because readers only announce what changes inside a region they know.
  return createPortal(
    <div className={css.region} aria-live="polite" aria-relevant="additions" data-print="hide" data-react-aria-top-layer="true">
      {messages.length > 0 && (
        <ol className={css.list} aria-label={t('ui.toast.region')}>
          {messages.map((message) => <li key={message.id}><ToastCard message={message} onClose={() => queue.close(message.id)} /></li>)}
        </ol>
      )}
    </div>,
    document.body,
  )
}
