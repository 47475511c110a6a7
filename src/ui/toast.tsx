/**
 * Short messages at the top right: success and warning stay 5 s, errors 10 s (spec 1, sections 8 and 9), longer while
 * hovered or focused. A message comes within 2 s and takes 1 s to go; pointing at it while it goes brings it back. A
 * message is text or elements, never markup in a string.
 */
import { type ReactElement, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
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

/**
 * How long it takes to come (fast at first, so that it is read at once) and to go, as the spec has it; the movement
 * itself is in the sheet.
 */
export const TOAST_SHOW_MS = 2000
export const TOAST_HIDE_MS = 1000
/** How long it stays; with something to do about it, as long as there is to read and to press. */
export const TOAST_MS: Readonly<Record<ToastKind, number>> = { success: 5000, warn: 5000, info: 5000, error: 10_000 }
export const TOAST_ACTION_MS = 10_000
const MAX = 5

/** Milliseconds for which a message stays. */
export const staysMs = ({ kind, action }: Pick<ToastMessage, 'kind' | 'action'>): number =>
  action === undefined ? TOAST_MS[kind] : Math.max(TOAST_MS[kind], TOAST_ACTION_MS)

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
    this.#set([...this.#messages.slice(1 - MAX), { id, kind, content, action }])
    return id
  }
  success(content: ReactNode, action?: ToastMessage['action']) {
    return this.add('success', content, action)
  }
  warn(content: ReactNode, action?: ToastMessage['action']) {
    return this.add('warn', content, action)
  }
  error(content: ReactNode, action?: ToastMessage['action']) {
    return this.add('error', content, action)
  }
  info(content: ReactNode, action?: ToastMessage['action']) {
    return this.add('info', content, action)
  }
  /** A message with its own form: elements, where other products take markup. */
  html(content: ReactElement, kind: ToastKind = 'info') {
    return this.add(kind, content)
  }
  close(id: number) {
    this.#set(this.#messages.filter((message) => message.id !== id))
  }
  clear() {
    this.#set([])
  }

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
  const [isLeaving, setLeaving] = useState(false)
  const left = useRef(staysMs(message))
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (held) return undefined
    const since = performance.now()
    const stay = setTimeout(() => setLeaving(true), left.current)
    const gone = setTimeout(() => close.current(), left.current + TOAST_HIDE_MS)
    return () => {
      clearTimeout(stay)
      clearTimeout(gone)
      left.current = Math.max(1000, left.current - (performance.now() - since))
    }
  }, [held])
  const hold = () => {
    setHeld(true)
    setLeaving(false)
  }
  const KindIcon = ICON[message.kind]
  return (
    <div
      className={css.toast}
      data-kind={message.kind}
      role={message.kind === 'error' ? 'alert' : 'status'}
      data-leaving={isLeaving || undefined}
      style={isLeaving ? { transitionDuration: `${TOAST_HIDE_MS}ms` } : { animationDuration: `${TOAST_SHOW_MS}ms` }}
      onPointerEnter={hold}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      <span className={css.icon}>
        <KindIcon size={18} />
      </span>
      <div className={css.content}>
        {message.content}
        {message.action !== undefined && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              message.action?.onPress()
              onClose()
            }}
          >
            {message.action.label}
          </button>
        )}
      </div>
      <IconButton plain size="small" label={t('ui.close')} icon={<CloseIcon size={14} />} onPress={onClose} />
    </div>
  )
}

/** A message with a heading: what happened, and what it means. */
export function ToastWords({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className={css.title}>{title}</p>
      <div className={css.more}>{children}</div>
    </>
  )
}

/** Where the messages appear. Once, near the root. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  const { t } = useUi()
  const messages = useSyncExternalStore(queue.subscribe, queue.messages, queue.messages)
  // Always in the page, because readers only announce what changes inside a region they know.
  return createPortal(
    <div
      className={css.region}
      aria-live="polite"
      aria-relevant="additions"
      data-print="hide"
      data-react-aria-top-layer="true"
    >
      {messages.length > 0 && (
        <ol className={css.list} aria-label={t('ui.toast.region')}>
          {messages.map((message) => (
            <li key={message.id}>
              <ToastCard message={message} onClose={() => queue.close(message.id)} />
            </li>
          ))}
        </ol>
      )}
    </div>,
    document.body,
  )
}
