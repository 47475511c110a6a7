/** Takes an action on an entry, and says how it went: also who was quicker, what they did and when. */
import { isRecord } from '#domain/record'
import { tableMoment } from '#domain/moment'
import { confirmAndRun, toasts, type Translate, useUi } from '#ui'
import { useAdmin } from '../../admin-frame.tsx'
import type { Entry } from '../resource.ts'
import { type Stated, wordsOf } from './stated.ts'

/** The user who was first, by an answer of the server. */
export interface First {
  readonly did: string | null
  readonly by: string | null
  /** Epoch ms. */
  readonly at: number
}

/** "ana@…, 27-11-2026 10:02:11: Intervention completed". Null where nothing was done yet. */
export const firstText = (t: Translate, words: string, { did, by, at }: First): string | null =>
  did === null
    ? null
    : t('admin:entry.first', {
        by: by ?? t('admin:entry.gone'),
        at: tableMoment(at),
        what: wordsOf(t, words).done(did),
      })

/** The sentence of a refusal. */
export function useSentence(words: string): (cause: unknown) => string {
  const { t } = useUi()
  const { say } = useAdmin()
  return (cause) => {
    const { code, details } = isRecord(cause) ? cause : {}
    if (code !== 'ENTRY_STATE_CONFLICT' || !isRecord(details)) return say(cause)
    const { did, by, at } = details as unknown as First
    const first = firstText(t, words, { did: did ?? null, by: by ?? null, at })
    return first === null ? say(cause) : t('admin:entry.late', { first })
  }
}

export function useActions<Entity extends Entry>(
  { path, words, label, machine }: Stated<Entity>,
  refresh: () => Promise<unknown>,
) {
  const { t } = useUi()
  const { api } = useAdmin()
  const sentence = useSentence(words)
  const word = wordsOf(t, words)

  /**
   * True when it is done. What is on show is asked for again either way: a refusal says that it is not true any more.
   */
  async function act(entity: Entity, action: string, body?: object): Promise<boolean> {
    const run = async () => {
      try {
        await api.act(path, entity.id, action, body)
      } finally {
        await refresh()
      }
    }
    const doneText = t('admin:entry.done', { name: label(entity), what: word.done(action) })
    if (machine.asks?.includes(action) === true)
      return (
        (await confirmAndRun({
          question: t('admin:entry.ask', { name: label(entity), action: word.action(action) }),
          confirmLabel: word.action(action),
          isDanger: true,
          doneText,
          errorText: sentence,
          run,
        })) === 'done'
      )
    try {
      await run()
      toasts.success(doneText)
      return true
    } catch (cause) {
      toasts.error(sentence(cause))
      return false
    }
  }
  return { act, sentence }
}
