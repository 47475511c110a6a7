/** Who is signed in. Another tab that signs out, or in as somebody else, is noticed here. */
import { isAdmin } from '#domain/access'
import { ApiError } from '#api'
import type { Me } from '#schemas/generated/entities/me.ts'
import { changeLanguage, isLanguage } from '#i18n'
import { createStore } from 'zustand/vanilla'
import { api, onUnauthorized, tokens } from './api.ts'

const store = createStore<{ me: Me | null }>(() => ({ me: null }))
/** Outlives the reload that an ended session causes. */
const ENDED = 'aforo.sessionEnded'
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
  if (!pathname.startsWith('/login')) window.location.assign(`/login?redirect=${encodeURIComponent(`${pathname}${search}`)}`)
}
onUnauthorized(expire)
window.addEventListener('storage', (event) => { if (event.key === 'access_token' || event.key === null) window.location.assign('/users') })

/** Null when the server refuses the token. Rejects when there is no answer: a server that is away ends no session. */
async function ask(): Promise<Me | null> {
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

export const session = {
  store,
  /** The user of the stored token, asked for once; null without a token, or with one the server refuses. Rejects when the server does not answer. */
  ensure(): Promise<Me | null> {
    const { me } = store.getState()
    if (me !== null) return Promise.resolve(me)
    if (tokens.get() === null) return Promise.resolve(null)
    asking ??= ask().finally(() => { asking = null })
    return asking
  },
  /** Signs in and applies the user's language, unless this browser has its own. Rejects with the server's sentence. */
  async signIn(username: string, password: string): Promise<void> {
    tokens.set(await api.session.signIn(username, password))
    sessionStorage.removeItem(ENDED)
    const me = await ask()
    if (me !== null && isLanguage(me.properties.lang) && localStorage.getItem('aforo.locale') === null) await changeLanguage(me.properties.lang)
  },
  /** Errors of the server are ignored: the page forgets the session in any case (spec 1, "Login flow"). */
  async signOut(): Promise<void> {
    sessionStorage.removeItem(ENDED)
    await api.session.signOut().catch(() => undefined)
    forget()
  },
  expire,
  endedByItself: () => sessionStorage.getItem(ENDED) !== null,
  isAdmin: () => { const { me } = store.getState(); return me !== null && isAdmin(me) },
}
