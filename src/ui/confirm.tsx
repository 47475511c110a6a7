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
  /** What will happen, in one sentence that names the thing. */
  question: ReactNode
  /** Done once, after the answer; the button shows that it is going on. */
  run: () => void | Promise<void>
  title?: string
  confirmLabel?: string
  isDanger?: boolean
  /** Default "Deleted!". */
  doneText?: string
  /** What can be done about it afterwards, beside `doneText`: to undo it. */
  doneAction?: ToastMessage['action']
  /** Turns a failure into a sentence, under "Something went wrong". */
  errorText?: (error: unknown) => string
}

interface Asked extends ConfirmRequest {
  readonly answer: (result: ConfirmResult) => void
}

/** Questions that wait for an answer. One per application; a test may make its own. */
export class ConfirmQueue {
  #asked: readonly Asked[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** The question on show; null when there is none. */
  readonly first = (): Asked | null => this.#asked[0] ?? null

  ask(request: ConfirmRequest): Promise<ConfirmResult> {
    return new Promise((resolve) => {
      const asked: Asked = {
        ...request,
        answer: (result) => {
          this.#set(this.#asked.filter((one) => one !== asked))
          resolve(result)
        },
      }
      this.#set([...this.#asked, asked])
    })
  }

  #set(asked: readonly Asked[]) {
    this.#asked = asked
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
  const asked = useSyncExternalStore(queue.subscribe, queue.first, queue.first)
  const running = useRef<Asked | null>(null)
  if (asked === null) return null
  const run = async () => {
    if (running.current === asked) return
    running.current = asked
    try {
      await asked.run()
    } catch (error) {
      toastQueue.error(
        <ToastWords title={t('ui.confirm.failed')}>{asked.errorText?.(error) ?? sentenceOf(error, t)}</ToastWords>,
      )
      asked.answer('failed')
      return
    }
    toastQueue.success(asked.doneText ?? t('ui.confirm.deleted'), asked.doneAction)
    asked.answer('done')
  }
  const cancel = () => {
    // What has begun cannot be undone; its end will be shown.
    if (running.current === asked) return
    toastQueue.info(<ToastWords title={t('ui.confirm.cancelled')}>{t('ui.confirm.unchanged')}</ToastWords>)
    asked.answer('cancelled')
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger={asked.isDanger}
      title={asked.title}
      confirmLabel={asked.confirmLabel}
      onConfirm={run}
      onCancel={cancel}
    >
      {asked.question}
    </ConfirmDialog>
  )
}
