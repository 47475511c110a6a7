import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { network, site } from '../../lib/network.ts'
import { loginThrottle, type Try } from './throttle.ts'

const clockAt = () => ({
  time: 0,
  now() {
    return this.time
  },
})

test('the wait doubles with each failure, up to a quarter of an hour', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  for (let n = 0; n < 5; n++) throttle.attempt('ana', { address: '192.0.2.1' })
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    try {
      throttle.attempt('ana', { address: '192.0.2.1' })
    } catch (error) {
      const { details } = error as { details: { retryAfterS: number } }
      waits.push(details.retryAfterS)
      clock.time += details.retryAfterS * 1000
      throttle.attempt('ana', { address: '192.0.2.1' })
    }
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

const HOUR_MS = 3_600_000
const wait = (work: () => void): number => {
  try {
    work()
    return 0
  } catch (error) {
    return (error as { details: { retryAfterS: number } }).details.retryAfterS
  }
}

test('one address cannot try many accounts, and others who share it wait at most two seconds', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  for (let n = 0; n < 50; n++) throttle.attempt(`user${n}`, { address: '192.0.2.1' })
  expect(
    wait(() => {
      throttle.attempt('user50', { address: '192.0.2.1' })
    }),
  ).toBe(1)
  expect(
    wait(() => {
      throttle.attempt('user50', { address: '192.0.2.2' })
    }),
  ).toBe(0)
  for (let n = 51; n < 500; n++) {
    clock.time += 2000
    throttle.attempt(`user${n}`, { address: '192.0.2.1' })
  }
  expect(
    wait(() => {
      throttle.attempt('ana', { address: '192.0.2.1' })
    }),
  ).toBe(2)
})

test('failures of an office are cleared by the sign-ins that follow them, those of other accounts stay', () => {
  const throttle = loginThrottle(clockAt())
  for (let person = 0; person < 40; person++) {
    const name = `person${person}`
    for (let n = 0; n < 3; n++) throttle.attempt(name, { address: '192.0.2.1' })
    throttle.succeeded(name, { address: '192.0.2.1' })
  }
  // An attacker's own account clears its own failures.
  for (let n = 0; n < 49; n++) throttle.attempt(`victim${n}`, { address: '192.0.2.1' })
  for (let n = 0; n < 3; n++) {
    throttle.attempt('attacker', { address: '192.0.2.1' })
    throttle.succeeded('attacker', { address: '192.0.2.1' })
  }
  throttle.attempt('victim49', { address: '192.0.2.1' })
  expect(
    wait(() => {
      throttle.attempt('victim50', { address: '192.0.2.1' })
    }),
  ).toBe(1)
})

test('an account has twenty tries over all strange addresses, and then one a minute between them', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  let tried = 0
  for (let second = 0; second < 3600; second++) {
    clock.time += 1000
    for (let address = 0; address < 60; address++)
      if (
        wait(() => {
          throttle.attempt('ana', { address: `198.51.100.${address}` })
        }) === 0
      )
        tried += 1
  }
  expect(tried).toBeLessThanOrEqual(20 + 6 + 60)
  expect(
    wait(() => {
      throttle.attempt('ana', { address: '203.0.113.9', browser: 'hers' })
    }),
  ).toBe(0)
})

test('addresses of one site of IPv6 are one when many accounts are tried', () => {
  const throttle = loginThrottle(clockAt())
  for (let n = 0; n < 50; n++) throttle.attempt(`user${n}`, { address: `2001:db8:1:${n.toString(16)}::1` })
  expect(
    wait(() => {
      throttle.attempt('user50', { address: '2001:db8:1:ffff::1' })
    }),
  ).toBe(1)
  expect(
    wait(() => {
      throttle.attempt('user50', { address: '2001:db8:2::1' })
    }),
  ).toBe(0)
  expect([site('2001:db8:1:2::9'), site('192.0.2.1')]).toEqual(['2001:db8:1::/48', '192.0.2.1'])
})

test('a secret that cannot be guessed is not counted over all addresses: strangers cannot stop a program', () => {
  const throttle = loginThrottle(clockAt())
  for (let n = 0; n < 300; n++)
    wait(() => {
      throttle.attempt('api:till', { address: `198.51.100.${n % 250}`, isGuessable: false })
    })
  expect(
    wait(() => {
      throttle.attempt('api:till', { address: '203.0.113.9', isGuessable: false })
    }),
  ).toBe(0)
})

test('despite attempts of others, a person is let in at once in a known browser, and elsewhere after a minute at most', () => {
  const other = fc.record({
    account: fc.constantFrom('ana', 'ben', 'eva'),
    address: fc.constantFrom('192.0.2.1', '192.0.2.2', '198.51.100.7'),
    right: fc.boolean(),
    gapMs: fc.nat(5000),
  })
  fc.assert(
    fc.property(fc.array(other, { minLength: 50, maxLength: 400 }), (others) => {
      const clock = clockAt()
      const throttle = loginThrottle(clock)
      for (const { account, address, right, gapMs } of others) {
        clock.time += gapMs
        const waited = wait(() => {
          throttle.attempt(account, { address })
        })
        // No one else knows Ana's password.
        if (waited === 0 && right && account !== 'ana') throttle.succeeded(account, { address })
      }
      const known = { address: '192.0.2.1', browser: 'hers' }
      expect(
        wait(() => {
          throttle.attempt('ana', known)
        }),
      ).toBe(0)
      throttle.succeeded('ana', known)
      expect(
        wait(() => {
          throttle.attempt('ana', { address: '203.0.113.5' })
        }),
      ).toBeLessThanOrEqual(60)
    }),
  )
})

test('in a known browser guessing is as slow as anywhere', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  let tried = 0
  for (; clock.time < 24 * HOUR_MS; clock.time += 1000)
    if (
      wait(() => {
        throttle.attempt('ana', { address: '192.0.2.1', browser: 'stolen' })
      }) === 0
    )
      tried += 1
  expect(tried).toBeLessThan(5 + 11 + 24 * 4)
})

describe('a network from which the account has signed in', () => {
  const office = { address: '203.0.113.9', isKnownNetwork: true }
  const tries = (throttle: ReturnType<typeof loginThrottle>, from: Try, account = 'ana') =>
    wait(() => {
      throttle.attempt(account, from)
    })

  test('lets the person in at once in a new browser, after two hundred wrong tries from sixty other addresses', () => {
    const clock = clockAt()
    const throttle = loginThrottle(clock)
    for (let n = 0; n < 200; n++) {
      clock.time += 1000
      tries(throttle, { address: `198.51.100.${n % 60}` })
    }
    expect([tries(throttle, { address: '192.0.2.1' }) > 0, tries(throttle, office)]).toEqual([true, 0])
  })

  test('gives who shares it with the person no more tries than one browser has', () => {
    const clock = clockAt()
    const throttle = loginThrottle(clock)
    let tried = 0
    for (; clock.time < 24 * HOUR_MS; clock.time += 1000) if (tries(throttle, office) === 0) tried += 1
    expect(tried).toBeLessThan(5 + 11 + 24 * 4)
  })

  test('counts for itself alone: its failures make no stranger wait, and its success gives strangers no tries back', () => {
    const throttle = loginThrottle(clockAt())
    const networks = Array.from({ length: 10 }, (_, n) => ({ address: `203.0.113.${n}`, isKnownNetwork: true }))
    for (const network of networks) for (let n = 0; n < 5; n++) expect(tries(throttle, network)).toBe(0)
    expect(tries(throttle, { address: '192.0.2.1' })).toBe(0)
    for (let n = 0; n < 30; n++) tries(throttle, { address: `198.51.100.${n}` })
    expect(tries(throttle, { address: '192.0.2.2' })).toBeGreaterThan(0)
    throttle.succeeded('ana', networks[0]!)
    expect([tries(throttle, { address: '192.0.2.2' }) > 0, tries(throttle, networks[0]!)]).toEqual([true, 0])
  })

  test('is one address like any other when many accounts are tried there', () => {
    const throttle = loginThrottle(clockAt())
    for (let n = 0; n < 50; n++) expect(tries(throttle, office, `user${n}`)).toBe(0)
    expect(tries(throttle, office)).toBe(1)
  })

  test('lets the person in at once despite attempts elsewhere, and gives strangers no more guesses', () => {
    const stranger = fc.record({
      who: fc.constant('stranger' as const),
      address: fc.integer({ min: 0, max: 90 }).map((n) => `198.51.100.${n}`),
      gapMs: fc.nat(5000),
    })
    const person = fc.record({
      who: fc.constant('person' as const),
      from: fc.constantFrom(
        office,
        { address: '192.0.2.1', browser: 'hers' },
        { address: '192.0.2.2', browser: 'hers' },
      ),
      typos: fc.nat(2),
      gapMs: fc.nat(60_000),
    })
    const all = fc.array(fc.oneof({ weight: 9, arbitrary: stranger }, { weight: 1, arbitrary: person }), {
      minLength: 100,
      maxLength: 400,
    })
    fc.assert(
      fc.property(all, (steps) => {
        const clock = clockAt()
        const throttle = loginThrottle(clock)
        let guessed = 0
        for (const step of steps) {
          clock.time += step.gapMs
          if (step.who === 'stranger') {
            if (tries(throttle, { address: step.address }) === 0) guessed += 1
            continue
          }
          for (let n = 0; n <= step.typos; n++) expect(tries(throttle, step.from)).toBe(0)
          throttle.succeeded('ana', step.from)
        }
        // Twenty, the six while the wait grows to a minute, and one a minute from then on.
        expect(guessed).toBeLessThanOrEqual(20 + 6 + Math.floor(clock.time / 60_000))
      }),
    )
  })

  test('attackers there and elsewhere together have the tries of strangers, and those of one browser for each such network', () => {
    const from: fc.Arbitrary<Try> = fc.oneof(
      fc.constantFrom<Try>(office, { address: '203.0.113.10', isKnownNetwork: true }),
      fc.integer({ min: 0, max: 90 }).map((n) => ({ address: `198.51.100.${n}` })),
    )
    fc.assert(
      fc.property(
        fc.array(fc.record({ from, gapMs: fc.nat(5000) }), { minLength: 100, maxLength: 400 }),
        (attempts) => {
          const clock = clockAt()
          const throttle = loginThrottle(clock)
          const guessed = { known: 0, strange: 0 }
          for (const attempt of attempts) {
            clock.time += attempt.gapMs
            if (tries(throttle, attempt.from) === 0)
              guessed[attempt.from.isKnownNetwork === true ? 'known' : 'strange'] += 1
          }
          expect(guessed.strange).toBeLessThanOrEqual(20 + 6 + Math.floor(clock.time / 60_000))
          // Five, then after 1, 2, 4 ... seconds: no more than the logarithm of the time.
          expect(guessed.known).toBeLessThanOrEqual(2 * (5 + Math.ceil(Math.log2(1 + clock.time / 1000)) + 1))
        },
      ),
    )
  })
})

test('sign-ins that succeed never add up to a wait', () => {
  const throttle = loginThrottle(clockAt())
  for (let n = 0; n < 200; n++) {
    throttle.attempt('ana', { address: '192.0.2.1' })
    throttle.succeeded('ana', { address: '192.0.2.1' })
  }
})

test('an hour of silence is forgiven', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  for (let n = 0; n < 5; n++) throttle.attempt('ana', { address: '192.0.2.1' })
  clock.time += 3_600_000
  for (let n = 0; n < 5; n++) throttle.attempt('ana', { address: '192.0.2.1' })
})

test('an IPv6 customer is one address, whichever of their own they use', () => {
  expect(network('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(network('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(network('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(network('::1')).toBe('0:0:0:0::/64')
  expect(network('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(network('192.0.2.1')).toBe('192.0.2.1')
})

test('any address gives some network, the same each time', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => network(address) === network(address)),
  )
})

test('an administrator forgives one account, everywhere, and no other', () => {
  const throttle = loginThrottle(clockAt())
  for (const account of ['ana', 'anabel'])
    for (let n = 0; n < 6; n++)
      wait(() => {
        throttle.attempt(account, { address: '192.0.2.1' })
      })
  throttle.forgive('ana')
  expect([
    wait(() => {
      throttle.attempt('ana', { address: '192.0.2.1' })
    }),
    wait(() => {
      throttle.attempt('anabel', { address: '192.0.2.1' })
    }),
  ]).toEqual([0, 1])
})

test('tries of other names, as many as can be judged in a quarter of an hour, give no tries back', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  const fail = (account: string, address: string) => wait(() => throttle.attempt(account, { address }))
  for (let n = 0; n < 20; n++) fail('ana', `192.0.2.${n}`)
  for (let n = 0; n < 12; n++) fail('eva', '192.0.2.99')
  const began = [fail('ana', '198.51.100.1'), fail('eva', '192.0.2.99')]
  // A hundred a second: no machine hashes more.
  for (let n = 0; n < 90_000; n++) fail(`stranger${n}`, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect([began, fail('ana', '198.51.100.1'), fail('eva', '192.0.2.99')]).toEqual([[1, 1], 1, 1])
})

test('two hundred thousand are remembered, and those that tried last', () => {
  const throttle = loginThrottle(clockAt())
  const fail = (account: string, browser: string) => wait(() => throttle.attempt(account, { address: '', browser }))
  for (const account of ['early', 'busy']) for (let n = 0; n < 4; n++) fail(account, 'b')
  for (let n = 0; n < 199_999; n++) fail(`stranger${n}`, 'b')
  // Its fifth failure moves it behind all the others; the first one is forgotten with the next stranger.
  fail('busy', 'b')
  for (let n = 0; n < 10; n++) fail(`other${n}`, 'b')
  expect([fail('busy', 'b'), fail('early', 'b'), fail('early', 'b')]).toEqual([1, 0, 0])
})

test('a try that was not judged is taken back as if it had not been, also when others failed meanwhile', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  const from = { address: '192.0.2.1' }
  for (let n = 0; n < 7; n++) {
    clock.time += 60_000
    throttle.attempt('ana', from)
  }
  clock.time += 60_000
  throttle.attempt('ana', from)()
  // Else the wait would begin now.
  expect(wait(() => throttle.attempt('ana', from))).toBe(0)
  clock.time += 60_000
  const [takeBack, other] = [throttle.attempt('ana', from), { address: '192.0.2.2' }]
  for (let n = 0; n < 5; n++) throttle.attempt('ana', other)
  takeBack()
  const waits = [from, other].map((who) => wait(() => throttle.attempt('ana', who)))
  expect(waits).toEqual([0, 1])
})

test('two hundred accounts of one address are counted separately: a sign-in leaves the failures of the others', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  const from = { address: '192.0.2.1', isGuessable: false }
  const fail = (account: string) => {
    clock.time += 2000
    return wait(() => throttle.attempt(account, from))
  }
  for (let n = 0; n < 250; n++) expect(fail(`account${n}`)).toBe(0)
  for (let n = 0; n < 250; n++) throttle.succeeded(`account${n}`, from)
  expect(wait(() => throttle.attempt('next', from))).toBe(1)
  // Two hundred and fewer are all taken back.
  const quiet = loginThrottle(clock)
  for (let n = 0; n < 200; n++) {
    clock.time += 2000
    quiet.attempt(`account${n}`, from)
  }
  for (let n = 0; n < 200; n++) quiet.succeeded(`account${n}`, from)
  expect([wait(() => quiet.attempt('next', from)), wait(() => quiet.attempt('other', from))]).toEqual([0, 0])
})

test('what only holds an address is none', () => {
  for (const text of ['x192.0.2.1', '192.0.2.1x', 'x::ffff:192.0.2.1', 'localhost', ''])
    expect([network(text), site(text)]).toEqual([text, text])
  expect([network('192.0.2.123'), network('::FFFF:192.0.2.123')]).toEqual(['192.0.2.123', '192.0.2.123'])
  expect(site('2001:db8:1:2::9')).toBe('2001:db8:1::/48')
})
