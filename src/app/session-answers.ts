/** The answers of one session: kept from page to page, gone with the account. */
import type { Me } from '#schemas/generated/entities/me.ts'
import type { Answers } from '#engine'
import type { StoreApi } from 'zustand/vanilla'

interface Parts {
  readonly store: Pick<StoreApi<{ readonly me: Me | null }>, 'getState' | 'subscribe'>
  readonly make: () => Answers
  /** Calls whenever something was written on the server. */
  readonly onWritten: (listener: () => void) => void
}

/** Gives the answers of the account that is signed in; they end with its session. */
export function sessionAnswers({ store, make, onWritten }: Parts): () => Answers {
  let kept: { readonly user: number | undefined; readonly answers: Answers } | undefined
  const userOf = () => store.getState().me?.id
  const end = () => {
    kept?.answers.dispose()
    kept = undefined
  }
  store.subscribe(() => {
    if (kept !== undefined && kept.user !== userOf()) end()
  })
  onWritten(() => kept?.answers.outdate())
  return () => {
    if (kept?.user !== userOf()) end()
    kept ??= { user: userOf(), answers: make() }
    return kept.answers
  }
}
