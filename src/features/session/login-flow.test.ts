import { ApiError } from '#api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLoginFlow, type LoginFailure, type LoginPorts, secondsUntil } from './login-flow.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

function stage(ports: Partial<LoginPorts> = {}, domain: string | undefined = 'aforo.test') {
  const calls: string[] = []
  const failures: LoginFailure[] = []
  const note =
    <A extends unknown[], R>(name: string, work: (...args: A) => Promise<R>) =>
    (...args: A) => {
      calls.push([name, ...args].join(' '))
      return work(...args)
    }
  const flow = createLoginFlow({
    domain,
    tell: (failure) => failures.push(failure),
    ports: {
      signIn: note('signIn', ports.signIn ?? (() => Promise.resolve(true))),
      usesCode: note('usesCode', ports.usesCode ?? (() => Promise.resolve(false))),
      sendCode: note('sendCode', ports.sendCode ?? (() => Promise.resolve(60))),
      checkCode: note('checkCode', ports.checkCode ?? (() => Promise.resolve(true))),
    },
  })
  return { flow, calls, failures, state: () => flow.store.getState() }
}
const typed = (flow: ReturnType<typeof stage>['flow'], username = 'Ana ', password = ' secret ') => {
  flow.type('username', username)
  flow.type('password', password)
}
const refuse = (message: string) => () => Promise.reject(new Error(message))

describe('a sign-in is not even tried', () => {
  test('with a field left empty, which is named', async () => {
    const { flow, calls, state } = stage()
    await flow.submit()
    expect([state().missing, calls]).toEqual([['username', 'password'], []])
    flow.type('username', 'ana')
    expect(state().missing).toEqual(['password'])
  })

  test('while another is under way, or after one succeeded', async () => {
    const { flow, calls, state } = stage()
    typed(flow)
    await Promise.all([flow.submit(), flow.submit()])
    await flow.submit()
    expect([calls.filter((call) => call.startsWith('signIn')).length, state().done]).toEqual([1, true])
  })

  test('with an empty code', async () => {
    const { flow, calls } = stage({ usesCode: () => Promise.resolve('mail' as const) })
    typed(flow)
    await flow.submit()
    flow.type('code', '  ')
    await flow.submit()
    expect(calls.some((call) => call.startsWith('checkCode'))).toBe(false)
  })
})

test('where mail is not sent, the code of an administrator is required and checked', async () => {
  const asks = { usesCode: () => Promise.resolve('mail' as const), sendCode: () => Promise.resolve(null) }
  const { flow, calls, state, failures } = stage(asks)
  typed(flow)
  await flow.submit()
  expect([state().step, state().byHand, state().failed, failures]).toEqual(['code', true, null, []])
  flow.type('code', '12345678')
  await flow.submit()
  const asked = ['sendCode ana@aforo.test', 'checkCode ana@aforo.test 12345678', 'signIn ana@aforo.test secret']
  expect([calls.slice(-3), state().done]).toEqual([asked, true])
})

test('where an app makes the codes, none is sent: the one of the app is required and checked', async () => {
  const { flow, calls, state } = stage({ usesCode: () => Promise.resolve('app' as const) })
  typed(flow)
  await flow.submit()
  expect([state().step, state().byApp, calls]).toEqual(['code', true, ['usesCode ana@aforo.test']])
  flow.type('code', '123 456')
  await flow.submit()
  expect([calls.slice(-2), state().done]).toEqual([
    ['checkCode ana@aforo.test 123 456', 'signIn ana@aforo.test secret'],
    true,
  ])
})

describe('a refused sign-in', () => {
  test('is reported with the server’s sentence, and editing clears it', async () => {
    const { flow, failures, state } = stage({ signIn: refuse('No.') })
    typed(flow)
    await flow.submit()
    expect([failures, state().failed, state().busy, state().done]).toEqual([
      [{ at: 'login', reason: 'No.' }],
      { at: 'login', reason: 'No.' },
      false,
      false,
    ])
    flow.type('password', 'other')
    expect(state().failed).toBeNull()
  })

  test('because others try the account says that one need not wait; other refusals do not', async () => {
    const tooMany = new Error('Wait 12 s.', { cause: new ApiError(429, 'LOGIN_TOO_MANY', 'wait') })
    const { flow, state } = stage({ signIn: () => Promise.reject(tooMany) })
    typed(flow)
    await flow.submit()
    expect(state().failed).toEqual({ at: 'login', reason: 'Wait 12 s.', isSlowed: true })
    const other = stage({ signIn: refuse('No.') })
    typed(other.flow)
    await other.flow.submit()
    expect(other.state().failed).toEqual({ at: 'login', reason: 'No.' })
  })

  test('refused by a limit is retried automatically when the server says; after four tries it is reported', async () => {
    const busy = new Error('Busy.', { cause: new ApiError(429, 'LOGIN_BUSY', 'busy', {}, 700) })
    let refusals = 2
    const { flow, failures, calls, state } = stage({
      signIn: () => (refusals-- > 0 ? Promise.reject(busy) : Promise.resolve(true)),
    })
    const tries = () => calls.filter((call) => call.startsWith('signIn')).length
    typed(flow)
    const first = flow.submit()
    await vi.advanceTimersByTimeAsync(699)
    expect([tries(), state().busy]).toEqual([1, true])
    await vi.advanceTimersByTimeAsync(701)
    await first
    expect([tries(), state().done, failures]).toEqual([3, true, []])

    const full = stage({ signIn: () => Promise.reject(busy) })
    typed(full.flow)
    const second = full.flow.submit()
    await vi.advanceTimersByTimeAsync(3 * 700)
    await second
    expect(full.calls.filter((call) => call.startsWith('signIn'))).toHaveLength(4)
    expect([full.state().failed, full.state().busy]).toEqual([{ at: 'login', reason: 'Busy.' }, false])
  })

  test('that asks to wait is led around by a code by mail, which is entered before the password', async () => {
    const tooMany = new Error('Wait 12 s.', { cause: new ApiError(429, 'LOGIN_TOO_MANY', 'wait') })
    let isSlow = true
    const { flow, state, calls } = stage({
      signIn: () => (isSlow ? Promise.reject(tooMany) : Promise.resolve(true)),
    })
    typed(flow)
    await flow.submit()
    await flow.byMail()
    expect([state().step, state().isUnsure, state().isByMail, state().sent]).toEqual(['code', false, true, true])
    isSlow = false
    flow.type('code', '12345678')
    await flow.submit()
    expect([state().done, calls.filter((call) => /^(send|check)/.test(call)).length]).toEqual([true, 2])
    flow.back()
  })

  test('after a code asks for everything again', async () => {
    const { flow, state } = stage({ usesCode: () => Promise.resolve('mail' as const), signIn: refuse('No.') })
    typed(flow)
    await flow.submit()
    flow.type('code', '123456')
    await flow.submit()
    expect([state().step, state().code, state().failed?.at]).toEqual(['password', '', 'login'])
  })
})

test('sent values are trimmed, the name in lower case with the domain; the password keeps its case', async () => {
  const { flow, calls } = stage()
  typed(flow, ' ANA ', ' Se cret ')
  await flow.submit()
  expect(calls).toEqual(['usesCode ana@aforo.test', 'signIn ana@aforo.test Se cret'])
})

test('without a known domain the server appends its own', async () => {
  const { flow, calls } = stage({}, undefined)
  const own = createLoginFlow({
    ports: {
      signIn: (name) => {
        calls.push(name)
        return Promise.resolve(true)
      },
      usesCode: () => Promise.resolve(false),
      sendCode: () => Promise.resolve(60),
      checkCode: () => Promise.resolve(true),
    },
  })
  typed(own, 'Ana')
  await own.submit()
  flow.stop()
  expect(calls).toEqual(['ana'])
})

describe('the kind of account', () => {
  test('is requested one second after typing stops, once', async () => {
    const { flow, calls } = stage()
    flow.type('username', 'a')
    vi.advanceTimersByTime(999)
    flow.type('username', 'an')
    vi.advanceTimersByTime(999)
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toEqual(['usesCode an@aforo.test'])
    flow.type('password', 'x')
    flow.type('username', 'an ')
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls).toHaveLength(1)
  })

  test('is not requested without a name', async () => {
    const { flow, calls } = stage()
    flow.type('username', 'a')
    flow.type('username', '')
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls).toEqual([])
  })

  test('that arrives for a name no longer typed is forgotten', async () => {
    let answer: (value: 'mail') => void = () => undefined
    const { flow, state } = stage({
      usesCode: () =>
        new Promise((done) => {
          answer = done
        }),
    })
    flow.type('username', 'ana')
    await vi.advanceTimersByTimeAsync(1000)
    flow.type('username', 'eva')
    answer('mail')
    await vi.advanceTimersByTimeAsync(0)
    expect(state().usesCode).toBeNull()
  })

  test('an unknown need for a code is found out by the sign-in: the code is then sent and required', async () => {
    const { flow, calls, state } = stage({
      usesCode: () => Promise.resolve(null),
      signIn: () => Promise.resolve(calls.filter((call) => call.startsWith('signIn')).length > 1),
    })
    typed(flow)
    await flow.submit()
    expect([state().step, state().usesCode, state().failed, calls.at(-1)]).toEqual([
      'code',
      true,
      null,
      'sendCode ana@aforo.test',
    ])
    flow.type('code', '123456')
    await flow.submit()
    expect(state().done).toBe(true)
  })

  describe('the server cannot say now whether a code is needed, for an account that needs one', () => {
    const unknown = { usesCode: () => Promise.resolve(null), signIn: () => Promise.resolve(false) }

    test('stays unknown, so nothing claims that the code came by mail, and the code of an app is taken', async () => {
      const { flow, calls, state } = stage(unknown)
      typed(flow)
      await flow.submit()
      expect([state().step, state().isUnsure, state().sent, state().byApp]).toEqual(['code', true, true, false])
      flow.type('code', '123 456')
      await flow.submit()
      expect(calls).toContain('checkCode ana@aforo.test 123 456')
    })

    test('asks for the code also where none could be sent: an app needs no mail', async () => {
      const { flow, failures, state } = stage({ ...unknown, sendCode: refuse('Too many.') })
      typed(flow)
      await flow.submit()
      expect([state().step, state().isUnsure, state().sent, failures]).toEqual([
        'code',
        true,
        false,
        [{ at: 'send', reason: 'Too many.' }],
      ])
    })

    test('is requested again at the next try, and known from then on', async () => {
      let says: 'app' | null = null
      const { flow, state, calls } = stage({ ...unknown, usesCode: () => Promise.resolve(says) })
      typed(flow)
      await flow.submit()
      flow.back()
      says = 'app'
      await flow.submit()
      expect([state().step, state().isUnsure, state().byApp]).toEqual(['code', false, true])
      expect(calls.filter((call) => call.startsWith('signIn'))).toHaveLength(1)
    })

    test('is still unknown when the next try gets no answer either', async () => {
      const { flow, state } = stage(unknown)
      typed(flow)
      await flow.submit()
      flow.back()
      await flow.submit()
      expect([state().step, state().usesCode, state().isUnsure]).toEqual(['code', true, true])
    })

    test('is forgotten with the name', async () => {
      const { flow, state } = stage(unknown)
      typed(flow)
      await flow.submit()
      flow.back()
      flow.type('username', 'eva')
      expect([state().usesCode, state().isUnsure]).toEqual([null, false])
    })
  })

  test('that cannot be found out stops the sign-in and is reported', async () => {
    const { flow, calls, failures } = stage({ usesCode: refuse('Away.') })
    typed(flow)
    await flow.submit()
    expect([failures, calls]).toEqual([[{ at: 'type', reason: 'Away.' }], ['usesCode ana@aforo.test']])
  })
})

describe('an account with one-time codes', () => {
  const withCode = { usesCode: () => Promise.resolve('mail' as const) }

  test('gets a code, then the step that asks for it, then the sign-in', async () => {
    const { flow, calls, state } = stage(withCode)
    typed(flow)
    await flow.submit()
    expect([state().step, calls]).toEqual(['code', ['usesCode ana@aforo.test', 'sendCode ana@aforo.test']])
    flow.type('code', ' AB12CD ')
    await flow.submit()
    expect([calls.slice(2), state().done]).toEqual([
      ['checkCode ana@aforo.test ab12cd', 'signIn ana@aforo.test secret'],
      true,
    ])
  })

  test('may have another one sent after 60 seconds, not before', async () => {
    const { flow, calls, state } = stage(withCode)
    typed(flow)
    await flow.submit()
    expect(secondsUntil(state().resendAt, Date.now())).toBe(60)
    vi.setSystemTime(1_059_999)
    expect(await flow.resend()).toBe(false)
    expect([
      calls.filter((call) => call.startsWith('sendCode')).length,
      secondsUntil(state().resendAt, Date.now()),
    ]).toEqual([1, 1])
    vi.setSystemTime(1_060_000)
    expect(await flow.resend()).toBe(true)
    expect([
      calls.filter((call) => call.startsWith('sendCode')).length,
      secondsUntil(state().resendAt, Date.now()),
    ]).toEqual([2, 60])
  })

  test('that goes back and on again within the minute is not sent a second one', async () => {
    const { flow, calls, state } = stage(withCode)
    typed(flow)
    await flow.submit()
    flow.back()
    await flow.submit()
    expect([state().step, calls.filter((call) => call.startsWith('sendCode')).length]).toEqual(['code', 1])
  })

  test('with a wrong code stays where it is', async () => {
    const { flow, failures, state } = stage({ ...withCode, checkCode: () => Promise.resolve(false) })
    typed(flow)
    await flow.submit()
    flow.type('code', '1')
    await flow.submit()
    expect([failures, state().step]).toEqual([[{ at: 'code', reason: '' }], 'code'])
  })

  test('to which no code could be sent stays at the first step', async () => {
    const { flow, failures, state } = stage({ ...withCode, sendCode: refuse('Too many.') })
    typed(flow)
    await flow.submit()
    expect([failures, state().step]).toEqual([[{ at: 'send', reason: 'Too many.' }], 'password'])
  })
})
