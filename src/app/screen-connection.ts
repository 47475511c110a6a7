/**
 * How a wall calls the server: with the token of its link, which it stores on this device, it opens sessions of an
 * hour and renews them. While the server is away its calls wait, so that its page stays; when the screen has ended
 * it says why.
 */
import type { Clock } from '#engine'
import { isRecord } from '#domain/record'
import type { Token } from '#schemas/generated/api/token.ts'
import type { ScreenView } from '#schemas/generated/entities/screen-view.ts'
import { createStore } from 'zustand/vanilla'
import { BUILD_HEADER, tokenHeaders } from '../api/client.ts'
import { createReach } from './screen-reach.ts'

/** `none`: this device has no link. `invalid`: the link belongs to no screen. The others as the server says them. */
export type ScreenEnd = 'none' | 'invalid' | 'revoked' | 'unused' | 'maker' | 'rights'

export interface ScreenState {
  readonly view: ScreenView | null
  /** Why nothing is shown; null while something is, or will be. */
  readonly ended: ScreenEnd | null
  /** Since when the server gives no answer, epoch ms; null while it does. */
  readonly awaySince: number | null
  /** When figures came last, epoch ms. */
  readonly figuresAt: number | null
}

export interface ScreenPorts {
  readonly fetch: typeof fetch
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly clock: Clock
  /** Loads the page anew: a new day, a new version, or the screen may be shown again. */
  readonly reload: () => void
  /** Whether this page is to be loaded anew for the build of an answer. */
  readonly takesBuild: (served: string | null) => boolean
  /** The day here, as a text that changes with it. */
  readonly today: () => string
}

/** In the browser's storage: the token of the screen's link. */
export const SCREEN_KEY = 'aforo.screen'
/** Renewed so long before its end. */
const RENEW_MS = 5 * 60_000
const CHECK_MS = 60_000
/** An end that may be taken back: the account enabled, the right given again. */
const REVIVED_MS = 5 * 60_000
const LASTING: readonly ScreenEnd[] = ['none', 'invalid', 'revoked', 'unused']
const ENDS: readonly string[] = ['revoked', 'unused', 'maker', 'rights'] satisfies ScreenEnd[]

class EndedError extends Error {}

/** The reason in a refusal of the token. */
async function endOf(answer: Response): Promise<ScreenEnd> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const details = isRecord(body) && isRecord(body.details) ? body.details : {}
  return ENDS.includes(String(details.reason)) ? (details.reason as ScreenEnd) : 'invalid'
}

const unauthorized = () =>
  new Response(JSON.stringify({ code: 'SCREEN_ENDED', message: 'This screen has ended.' }), {
    status: 401,
    headers: { 'content-type': 'application/json' },
  })

export function createScreenConnection({ fetch: call, storage, clock, reload, takesBuild, today }: ScreenPorts) {
  const store = createStore<ScreenState>(() => ({ view: null, ended: null, awaySince: null, figuresAt: null }))
  const firstDay = today()
  let link: string | null = null
  let session: { readonly token: string; readonly until: number } | null = null
  let opening: Promise<string> | null = null
  const { attempt, away, answered } = createReach({
    fetch: call,
    clock,
    awaySince: () => store.getState().awaySince,
    onAway: (awaySince) => store.setState({ awaySince }),
  })

  function end(reason: ScreenEnd): void {
    session = null
    store.setState({ ended: reason })
    if (LASTING.includes(reason)) {
      // Another link may have been opened on this device meanwhile.
      if (storage.getItem(SCREEN_KEY) === link) storage.removeItem(SCREEN_KEY)
    } else clock.after(REVIVED_MS, () => void revive())
  }

  async function revive(): Promise<void> {
    const answer = await open(1).catch(() => null)
    if (answer === null) clock.after(REVIVED_MS, () => void revive())
    else reload()
  }

  /** Opens a session, however long the server is away; with `tries` gives up after as many. Rejects with EndedError. */
  async function open(tries = Infinity): Promise<string> {
    for (let i = 0; i < tries; i++) {
      const answer = await attempt('/api/screens/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: link }),
      })
      if (answer === null || answer.status >= 500 || answer.status === 429) {
        if (i + 1 < tries) await away()
        continue
      }
      answered()
      if (!answer.ok) throw new EndedError(await endOf(answer))
      const body = (await answer.json()) as Token
      session = { token: body.access_token, until: clock.now() + body.expires_in * 1000 }
      if (link !== null) storage.setItem(SCREEN_KEY, link)
      return session.token
    }
    throw new Error('The server is away.')
  }

  /** The token of an open session. */
  function token(): Promise<string> {
    if (session !== null && session.until - clock.now() > RENEW_MS) return Promise.resolve(session.token)
    opening ??= open().finally(() => {
      opening = null
    })
    return opening
  }

  /** The `fetch` of the screen's calls: it adds the session, and rejects only when the caller gives up. */
  const screenFetch: typeof fetch = async (input, init = {}) => {
    let renewed = false
    for (;;) {
      init.signal?.throwIfAborted()
      if (store.getState().ended !== null) return unauthorized()
      let sent: string
      try {
        sent = await token()
      } catch (cause) {
        if (!(cause instanceof EndedError)) throw cause
        if (store.getState().ended === null) end(cause.message as ScreenEnd)
        return unauthorized()
      }
      const headers = new Headers(init.headers)
      for (const [name, value] of Object.entries(tokenHeaders(sent))) headers.set(name, value)
      const answer = await attempt(input, { ...init, headers })
      if (answer === null) {
        await away()
        continue
      }
      answered()
      if (answer.status === 401 && !renewed) {
        if (session?.token === sent) session = null
        renewed = true
        continue
      }
      if (answer.ok && !(input instanceof Request ? input.url : String(input)).includes('/screens/'))
        store.setState({ figuresAt: clock.now() })
      return answer
    }
  }

  /** Reads what to show; every minute again, which tells a revoked screen, a lost dashboard and a new day. */
  async function check(): Promise<void> {
    const answer = await screenFetch('/api/screens/current').catch(() => null)
    if (answer?.ok === true) {
      const view = (await answer.json().catch(() => null)) as ScreenView | null
      // The day decides what a relative period means.
      if (today() !== firstDay || takesBuild(answer.headers.get(BUILD_HEADER))) return reload()
      if (view !== null && JSON.stringify(view) !== JSON.stringify(store.getState().view)) store.setState({ view })
    }
    if (store.getState().ended === null) clock.after(CHECK_MS, () => void check())
  }

  return {
    store,
    fetch: screenFetch,
    /** Begins with the token of the address, else with that of this device. */
    start(carried: string | null): void {
      link = carried ?? storage.getItem(SCREEN_KEY)
      if (link === null) end('none')
      else void check()
    },
  }
}
