/**
 * The signed-in account, and how a session begins and ends. Another tab that signs out, or in as another account, is
 * noticed here.
 */
import { isAdmin } from '#domain/access'
import { ApiError } from '#api'
import type { Me } from '#schemas/generated/entities/me.ts'
import { changeLanguage, isLanguage, type Language, texts } from '#i18n'
import { createStore } from 'zustand/vanilla'
import { api, onUnauthorized, tokens } from './api.ts'
import { enterByLink } from './link-entry.ts'
import { takeLinkToken } from './link-token.ts'
import { answerWithPasskey } from './passkeys.ts'
import { afterTokenChange, languageFor } from './session-rules.ts'

/** A link belongs to another account than the one that is signed in; `answer(true)` switches to it. */
export interface SwitchQuestion {
  readonly current: string
  readonly next: string
  readonly answer: (yes: boolean) => void
}

interface SessionState {
  readonly me: Me | null
  readonly question: SwitchQuestion | null
  /** The link that led here was used up, too old or unknown. */
  readonly linkRefused: boolean
}
const store = createStore<SessionState>(() => ({ me: null, question: null, linkRefused: false }))
/** Outlives the reload that an ended session causes. */
const ENDED = 'aforo.sessionEnded'
const ownLanguage = (id: number) => `aforo.locale.${id}`

let carried: string | null = null
let asking: Promise<Me | null> | null = null

function forget(): void {
  tokens.clear()
  store.setState({ me: null })
}

/** The session ended by itself: back to login, and from there to this very page. */
function expire(): void {
  if (store.getState().me === null) return
  sessionStorage.setItem(ENDED, '1')
  forget()
  const { pathname, search } = window.location
  if (!pathname.startsWith('/login'))
    window.location.assign(`/login?redirect=${encodeURIComponent(`${pathname}${search}`)}`)
}

/** Null when the server refuses the token. Rejects when there is no answer: a server that is away ends no session. */
async function ask(): Promise<Me | null> {
  if (tokens.get() === null) return null
  try {
    const me = await api.session.me()
    store.setState({ me })
    return me
  } catch (cause) {
    if (!(cause instanceof ApiError) || (cause.status !== 401 && cause.status !== 403)) throw cause
    forget()
    return null
  }
}

/**
 * The language this person last chose here, else the one chosen on the login page in this visit, else the account's
 * (spec 1, "Login flow").
 */
let chosenHere: Language | null = null
let isApplying = false
async function applyLanguage(me: Me): Promise<void> {
  const language = languageFor(me.properties.lang, localStorage.getItem(ownLanguage(me.id)), chosenHere)
  if (language === texts.language) return
  isApplying = true
  await changeLanguage(language).finally(() => {
    isApplying = false
  })
}

async function adopt(token: string, me: Me): Promise<void> {
  tokens.set(token)
  sessionStorage.removeItem(ENDED)
  await applyLanguage(me)
  store.setState({ me })
}

async function enter(): Promise<Me | null> {
  if (carried === null) return ask()
  const link = carried
  carried = null
  const outcome = await enterByLink(link, {
    current: ask,
    exchange: api.session.exchange,
    meOf: api.session.meOf,
    drop: api.session.drop,
    endCurrent: api.session.signOut,
    adopt,
    forget,
    isRefusal: (cause) =>
      cause instanceof ApiError &&
      cause.status >= 400 &&
      cause.status < 500 &&
      cause.status !== 408 &&
      cause.status !== 429,
    confirm: (current, next) =>
      new Promise((done) => {
        const answer = (yes: boolean) => {
          store.setState({ question: null })
          done(yes)
        }
        store.setState({ question: { current: current.username, next: next.username, answer } })
      }),
  })
  if (outcome === 'refused') store.setState({ linkRefused: true })
  return store.getState().me
}

async function tokenChanged(): Promise<void> {
  const { me } = store.getState()
  const next = await afterTokenChange(me, tokens.get(), api.session.meOf).catch(() => 'reload' as const)
  if (next === 'login') expireQuietly()
  else if (next === 'reload') window.location.assign('/users')
}
/** Signed out in another tab: no session expired, so login shows no message. */
function expireQuietly(): void {
  store.setState({ me: null })
  window.location.assign('/login')
}

/** Takes what the address carries and listens to the other tabs. Once, before anything is asked of the server. */
export function startSession(): void {
  carried = takeLinkToken()
  onUnauthorized(expire)
  // Beside the texts rather than after them; the guard of the first route awaits the same answer and says what is
  // wrong.
  if (carried === null) void session.ensure().catch(() => undefined)
  window.addEventListener('storage', (event) => {
    if (event.key === 'access_token' || event.key === null) void tokenChanged()
  })
  let before: string | undefined
  texts.on('languageChanged', (language) => {
    const isChoice = before !== undefined && language !== before && !isApplying
    before = language
    if (!isChoice || !isLanguage(language)) return
    const { me } = store.getState()
    if (me === null) chosenHere = language
    else localStorage.setItem(ownLanguage(me.id), language)
  })
}

export const session = {
  store,
  /**
   * The user of the stored token or of the link, asked for once; null without either, or with one the server refuses.
   * Rejects when the server does not answer.
   */
  ensure(): Promise<Me | null> {
    const { me } = store.getState()
    if (me !== null && carried === null) return Promise.resolve(me)
    if (tokens.get() === null && carried === null) return asking ?? Promise.resolve(null)
    asking ??= enter().finally(() => {
      asking = null
    })
    return asking
  },
  /** Signs in and applies the user's language. Rejects with the server's refusal. */
  async signIn(username: string, password: string): Promise<Me> {
    const token = await api.session.signIn(username, password)
    const me = await api.session.meOf(token)
    await adopt(token, me)
    store.setState({ linkRefused: false })
    return me
  },
  /** Signs in with a passkey of this device; null when the person would rather not. */
  async signInByPasskey(): Promise<Me | null> {
    const answer = await answerWithPasskey(await api.session.passkeyOptions())
    if (answer === null) return null
    const token = await api.session.signInByPasskey(answer)
    const me = await api.session.meOf(token)
    await adopt(token, me)
    store.setState({ linkRefused: false })
    return me
  },
  /** Ends the session. Errors of the server are ignored: the page forgets it in any case (spec 1, "Login flow"). */
  async signOut(): Promise<void> {
    sessionStorage.removeItem(ENDED)
    await api.session.signOut().catch(() => undefined)
    forget()
  },
  /**
   * Signs out and leaves through the server's own exit, so that nothing loaded stays in memory: clients, lists, frames.
   * In the place of the page that it leaves: going back to one that signs out would sign out again.
   */
  async leave(): Promise<void> {
    await session.signOut()
    window.location.replace('/api/logout/redirect')
  },
  /** Asks again what the account may do. Without an answer what was known stays. */
  async refresh(): Promise<void> {
    await ask().catch(() => undefined)
  },
  expire,
  endedByItself: () => sessionStorage.getItem(ENDED) !== null,
  isAdmin: () => {
    const { me } = store.getState()
    return me !== null && isAdmin(me)
  },
}
