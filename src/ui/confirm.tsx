/**
 * Ask, do, say how it went (spec 1, section 8): "Are you sure?", then "Deleted!", "Something went wrong", or
 * "Cancelled: everything stays as it was". One question at a time; `ConfirmRegion` shows them, once, near the root.
 */
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { ConfirmDialog } from './dialog.tsx'
import { sentenceOf } from './page/query-state.tsx'
import { useUi } from './provider.tsx'
import { type ToastMessage, type ToastQueue, ToastWords, toasts } from './toast.tsx'

export type ConfirmResult = 'done' | 'cancelled' | 'failed'

export interface ConfirmRequest {
  /** The effect, in one sentence that names the thing. */
  question: ReactNode
  /** Done once, after the answer; the button shows that it is going on. */
  run: () => void | Promise<void>
  title?: string
  confirmLabel?: string
  isDanger?: boolean
  /** Default "Deleted!". */
  doneText?: string
  /** An action afterwards, beside `doneText`: to undo it. */
  doneAction?: ToastMessage['action']
  /** Turns a failure into a sentence, under "Something went wrong". */
  errorText?: (error: unknown) => string
}

interface PendingConfirm extends ConfirmRequest {
  readonly answer: (result: ConfirmResult) => void
}

/** Questions that wait for an answer. One per application; a test may make its own. */
export class ConfirmQueue {
  #pending: readonly PendingConfirm[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** The question on show; null when there is none. */
  readonly first = (): PendingConfirm | null => this.#pending[0] ?? null

  ask(request: ConfirmRequest): Promise<ConfirmResult> {
    return new Promise((resolve) => {
      const pending: PendingConfirm = {
        ...request,
        answer: (result) => {
          this.#set(this.#pending.filter((one) => one !== pending))
          resolve(result)
        },
      }
      this.#set([...this.#pending, pending])
    })
  }

  #set(pending: readonly PendingConfirm[]) {
    this.#pending = pending
    for (const listener of this.#listeners) listener()
  }
}

export const confirms = new ConfirmQueue()

/** Asks, runs after "continue", says in a toast how it went. Never rejects. Needs a `ConfirmRegion` on the page. */
export const confirmAndRun = (request: ConfirmRequest): Promise<ConfirmResult> => confirms.ask(request)

export function ConfirmRegion({
  queue = confirms,
  toastQueue = toasts,
}: {
  queue?: ConfirmQueue
  toastQueue?: ToastQueue
}) {
  const { t } = useUi()
  const pending = useSyncExternalStore(queue.subscribe, queue.first, queue.first)
  const running = useRef<PendingConfirm | null>(null)
  if (pending === null) return null
  const run = async () => {
    if (running.current === pending) return
    running.current = pending
    try {
      await pending.run()
    } catch (error) {
      toastQueue.error(
        <ToastWords title={t('ui.confirm.failed')}>{pending.errorText?.(error) ?? sentenceOf(error, t)}</ToastWords>,
      )
      pending.answer('failed')
      return
    }
    toastQueue.success(pending.doneText ?? t('ui.confirm.deleted'), pending.doneAction)
    pending.answer('done')
  }
  const cancel = () => {
    // A running action cannot be undone; its end will be shown.
    if (running.current === pending) return
    toastQueue.info(<ToastWords title={t('ui.confirm.cancelled')}>{t('ui.confirm.unchanged')}</ToastWords>)
    pending.answer('cancelled')
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger={pending.isDanger}
      title={pending.title}
      confirmLabel={pending.confirmLabel}
      onConfirm={run}
      onCancel={cancel}
    >
      {pending.question}
    </ConfirmDialog>
  )
}
