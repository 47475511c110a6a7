/**
 * The steps of signing in, without a page: name and password, then for some accounts a one-time code (spec 1, sections
 * 4, 5 and 9). The page draws the state and passes on what is typed.
 */
import { ApiError } from '#api'
import { loginName } from '#domain/login-name'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** From the last key to the question whether this account uses one-time codes. */
const TYPE_CHECK_MS = 1000
const RESEND_S = 60
/**
 * Automatic retries while the server has too many sign-ins: each is served before those who come for the
 * first time.
 */
const BUSY_TRIES = 4

/** Calls of the flow to the server. Each rejects with the sentence to show. */
export interface LoginPorts {
  /** Signs in and leaves the page; false when the account needs a code first. */
  signIn(username: string, password: string): Promise<boolean>
  /**
   * Where the code comes from; false: none is needed. Null when the server will not say just now: the sign-in finds
   * out.
   */
  usesCode(username: string): Promise<'mail' | 'app' | false | null>
  /**
   * Resolves with the seconds until another can be sent; null where no mail leaves and an administrator hands them out.
   */
  sendCode(username: string): Promise<number | null>
  /** False for a wrong code. */
  checkCode(username: string, code: string): Promise<boolean>
}

const refusalOf = (cause: unknown) =>
  cause instanceof Error && cause.cause instanceof ApiError ? cause.cause : undefined
const isSlowed = (cause: unknown) => refusalOf(cause)?.code === 'LOGIN_TOO_MANY'

/** Comes again when the server says, while it has no capacity for the sign-in. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (cause) {
      const { code, retryAfterMs = 1000 } = refusalOf(cause) ?? {}
      if (code !== 'LOGIN_BUSY' || tries === BUSY_TRIES) throw cause
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }
}

/** The failed call: the sign-in, the code itself, its sending, or the question for the kind of account. */
export interface LoginFailure {
  readonly at: 'login' | 'code' | 'send' | 'type'
  readonly reason: string
  /** Others have tried the account too often: who gets a code by mail need not wait. */
  readonly isSlowed?: true
}

export interface LoginState {
  readonly username: string
  readonly password: string
  readonly code: string
  readonly step: 'password' | 'code'
  readonly busy: boolean
  /** Signed in; the page is about to be left. */
  readonly done: boolean
  /** Whether the account uses codes; null until the server has said. */
  readonly usesCode: boolean | null
  /** An app of the account makes the codes: none is sent. */
  readonly byApp: boolean
  /** The account needs a code, and the server has not said where it comes from: from an app or by mail. */
  readonly isUnsure: boolean
  /** Codes come from an administrator: no mail leaves this server. */
  readonly byHand: boolean
  /** None is needed: the person asked for it, so as not to wait for what others tried. */
  readonly isByMail: boolean
  /** The server was asked to send a code to this name, and did not refuse. */
  readonly sent: boolean
  /** Epoch ms from which another code may be sent. */
  readonly resendAt: number
  readonly failed: LoginFailure | null
  /** Fields left empty at the last submit. */
  readonly missing: readonly ('username' | 'password')[]
}

export interface LoginFlow {
  readonly store: StoreApi<LoginState>
  type(field: 'username' | 'password' | 'code', text: string): void
  submit(): Promise<void>
  /** Asks for a code by mail where none is needed: with it a person does not wait for what others tried. */
  byMail(): Promise<void>
  /** True when another code was sent. */
  resend(): Promise<boolean>
  back(): void
  /** Stops the timer. */
  stop(): void
}

export interface LoginOptions {
  readonly ports: LoginPorts
  readonly domain?: string
  /** Called once per failure, for a toast. */
  readonly tell?: (failure: LoginFailure) => void
  readonly now?: () => number
}

/** Whole seconds until then, from 0. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** The name as it is sent: the server appends its domain where this page does not know it. */
const nameOf = (typed: string, domain: string | undefined) =>
  domain === undefined ? typed.trim().toLowerCase() : loginName(typed, domain)

const START: LoginState = {
  username: '',
  password: '',
  code: '',
  step: 'password',
  busy: false,
  done: false,
  usesCode: null,
  byApp: false,
  isUnsure: false,
  byHand: false,
  isByMail: false,
  sent: false,
  resendAt: 0,
  failed: null,
  missing: [],
}

interface CodeParts {
  readonly store: StoreApi<LoginState>
  readonly ports: Pick<LoginPorts, 'sendCode'>
  readonly now: () => number
  /** As it is sent. */
  readonly name: () => string
  readonly onFailed: (cause: unknown) => void
}

/** The codes that are sent: one a minute, and none while one is in flight. */
function createCodes({ store: { getState: get, setState: set }, ports, now, name, onFailed }: CodeParts) {
  /** The name a code was sent to. */
  let sentTo = ''

  async function send(): Promise<boolean> {
    const username = name()
    try {
      const seconds = await ports.sendCode(username)
      if (seconds === null) {
        set({ byHand: true, sent: false })
        return true
      }
      sentTo = username
      set({ byHand: false, sent: true, resendAt: now() + Math.max(seconds, RESEND_S) * 1000 })
      return true
    } catch (cause) {
      onFailed(cause)
      return false
    }
  }

  const isOnItsWay = () => sentTo === name() && now() < get().resendAt

  /** Sends a code, unless one is in flight already, and asks for it. */
  async function askCode(): Promise<void> {
    const recent = isOnItsWay()
    // Where it may be an app that makes the codes, a mail that could not be sent keeps no person out.
    if (get().byApp || recent || (await send()) || get().isUnsure) set({ step: 'code', code: '' })
  }

  return { send, isOnItsWay, askCode }
}

export function createLoginFlow({ ports, domain, tell = () => undefined, now = Date.now }: LoginOptions): LoginFlow {
  const store = createStore<LoginState>(() => START)
  const { getState: get, setState: set } = store
  let timer: ReturnType<typeof setTimeout> | undefined

  const name = () => nameOf(get().username, domain)

  function fail(at: LoginFailure['at'], cause: unknown): void {
    const failed: LoginFailure = {
      at,
      reason: cause instanceof Error ? cause.message : '',
      ...(at === 'login' && isSlowed(cause) && { isSlowed: true }),
    }
    set({ failed })
    tell(failed)
  }

  const { send, isOnItsWay, askCode } = createCodes({
    store,
    ports,
    now,
    name,
    onFailed: (cause) => fail('send', cause),
  })

  /** Asks unless it is known. False when the request failed, which is reported. */
  async function askType(): Promise<boolean> {
    const username = name()
    if ((get().usesCode !== null && !get().isUnsure) || username === '') return true
    try {
      const from = await ports.usesCode(username)
      // The answer for a name no longer typed is forgotten.
      if (name() === username && from !== null)
        set({ usesCode: from !== false, byApp: from === 'app', isUnsure: false })
      return true
    } catch (cause) {
      if (name() === username) fail('type', cause)
      return false
    }
  }

  async function enter(): Promise<void> {
    try {
      if (await inTurn(() => ports.signIn(name(), get().password.trim()))) return set({ done: true })
      set(({ usesCode, isUnsure }) => ({ usesCode: true, isUnsure: isUnsure || usesCode !== true }))
      await askCode()
    } catch (cause) {
      // A code counts once: after a refusal everything is asked again.
      set({ step: 'password', code: '' })
      fail('login', cause)
    }
  }

  async function submitPassword(): Promise<void> {
    clearTimeout(timer)
    const { username, password } = get()
    const missing = (['username', 'password'] as const).filter((field) => ({ username, password })[field].trim() === '')
    if (missing.length > 0) return set({ missing })
    if (!(await askType())) return undefined
    return get().usesCode === true ? askCode() : enter()
  }

  async function submitCode(): Promise<void> {
    const code = get().code.trim().toLowerCase()
    if (code === '') return undefined
    try {
      if (await ports.checkCode(name(), code)) return await enter()
      fail('code', null)
    } catch (cause) {
      fail('code', cause)
    }
  }

  /** One thing at a time; nothing after the sign-in. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (get().busy || get().done) return
    set({ busy: true, failed: null, missing: [] })
    await work()
    set({ busy: false })
  }

  return {
    store,
    type(field, text) {
      if (get().busy || get().done) return
      const before = name()
      set((state) => ({ [field]: text, failed: null, missing: state.missing.filter((one) => one !== field) }))
      if (field !== 'username' || name() === before) return
      clearTimeout(timer)
      set({ usesCode: null, byApp: false, isUnsure: false, isByMail: false, sent: false })
      timer = setTimeout(() => {
        if (!get().busy) void askType()
      }, TYPE_CHECK_MS)
    },
    submit: () => alone(get().step === 'password' ? submitPassword : submitCode),
    byMail: () =>
      alone(async () => {
        if (isOnItsWay() || (await send())) set({ step: 'code', code: '', isByMail: true })
      }),
    async resend() {
      if (now() < get().resendAt) return false
      let sent = false
      await alone(async () => {
        sent = await send()
      })
      return sent
    },
    back() {
      if (!get().busy) set({ step: 'password', code: '', isByMail: false, failed: null })
    },
    stop: () => clearTimeout(timer),
  }
}
