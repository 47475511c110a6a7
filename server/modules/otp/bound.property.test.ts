/**
 * Requests of strangers never affect a person's code: it is accepted exactly while its own attempts, its own five
 * minutes and its own newer codes allow it, and never from a stranger.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { backgroundWork } from '../../lib/background.ts'
import { createCatalog } from '../../open-catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { NOW } from '../../testing/fixture.ts'
import { testDialects } from '../../testing/postgres.ts'
import { knownBrowsers } from '../session/known-browser.ts'
import { appCodes } from '../second-factors/app-codes.ts'
import { refusedTries } from '../audit/refused-tries.ts'
import { askingBrowsers } from './asking-browser.ts'
import { otpService } from './service.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NAME = 'ana@aforo.test'
const PERSON = '10.0.0.1'

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('ask', 'wrong', 'right', 'right again' as const)
      .map((does) => ({ who: 'person' as const, does })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      who: fc.constant('stranger' as const),
      does: fc.constantFrom(
        'ask',
        'ask anew',
        'wrong',
        'wrong without browser',
        'the person’s code',
        'the person’s code without browser' as const,
      ),
      // Also from the office of the person.
      address: fc.constantFrom(PERSON, '10.0.0.2', '10.0.0.3'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      who: fc.constant('time' as const),
      ms: fc.constantFrom(5_000, 30_000, MINUTE, 3 * MINUTE, 20 * MINUTE),
    }),
  },
)

describe.each(dialects)('on $name', ({ name, url }) => {
  test('a code is its person’s alone, in every order of what the person and strangers do', async () => {
    const catalog = await createCatalog({ catalogUrl: await url() })
    const { id } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { username: NAME, role: 'basic', flags: [], clients: [], passwordHash: 'x', loginType: 'otp' },
      NOW,
    )
    const secrets = secretsOf('k'.repeat(32))
    const known = knownBrowsers(secrets, 'aforo.test')
    const seen = { accepted: 0, refused: 0, capped: 0 }

    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 40 }), async (isKnown, steps) => {
        // The limits are in memory: a new service has forgotten all of them.
        const clock = {
          time: NOW,
          now() {
            return this.time
          },
        }
        await catalog.passwords.set(SYSTEM_SCOPE, id, { passwordHash: 'x', at: NOW })
        const sent: { code: string; at: number }[] = []
        const background = backgroundWork({
          error: (problem: unknown) => {
            throw problem
          },
        })
        const otp = otpService({
          sessions: catalog.sessions,
          codes: catalog.otpCodes,
          tokens: catalog.accountTokens,
          audit: catalog.audit,
          transaction: catalog.transaction,
          mail: {
            leaves: true,
            send: ({ values }) => {
              sent.push({ code: (values as { code: string }).code, at: clock.time })
              return Promise.resolve()
            },
          },
          browsers: askingBrowsers(secrets),
          knownBrowsers: known,
          networks: { has: () => Promise.resolve(false) },
          apps: appCodes(secrets),
          refusedTries: refusedTries({ audit: catalog.audit, clock }),
          secrets,
          background,
          clock,
          loginDomain: 'aforo.test',
        })
        const browserCookie = isKnown ? known.after(null, NAME) : null
        const codeOf = (error: unknown) => {
          if (error instanceof AppError) return error.code
          throw error
        }

        /** The code that was sent, null when none was. */
        async function ask(address: string, askingCookie: string | null, knownCookie: string | null) {
          const before = sent.length
          try {
            const { askingCookie: kept } = otp.generate(NAME, { address, askingCookie, browserCookie: knownCookie })
            await background.settled()
            return { kept, code: sent.length > before ? sent.at(-1)!.code : null, refused: null }
          } catch (error) {
            return { kept: askingCookie, code: null, refused: codeOf(error) }
          }
        }
        const enter = (address: string, askingCookie: string | null, code: string) =>
          otp.validate(NAME, code, { address, askingCookie, browserCookie: null }).then(() => 'accepted', codeOf)

        const person = {
          cookie: null as string | null,
          code: '',
          at: 0,
          tries: 0,
          lastRequest: Number.NEGATIVE_INFINITY,
          asks: [] as number[],
          tried: [] as number[],
        }
        let stranger: string | null = null

        for (const one of steps) {
          const now = clock.time
          if (one.who === 'time') {
            clock.time += one.ms
            continue
          }
          if (one.who === 'stranger') {
            if (one.does === 'ask' || one.does === 'ask anew')
              stranger = (await ask(one.address, one.does === 'ask' ? stranger : null, null)).kept
            else {
              const withPersons = one.does.startsWith('the person')
              const outcome = await enter(
                one.address,
                one.does.endsWith('without browser') ? null : stranger,
                withPersons ? person.code || '00000000' : '1'.repeat(8),
              )
              if (withPersons) expect(outcome).not.toBe('accepted')
            }
            continue
          }
          if (one.does === 'ask') {
            const { kept, code, refused } = await ask(PERSON, person.cookie, browserCookie)
            person.cookie = kept
            if (code !== null)
              Object.assign(person, { code, at: now, tries: 5, lastRequest: now, asks: [...person.asks, now] })
            if (refused !== null) seen.capped++
            // A browser in which the account has signed in is bounded by itself only.
            const mine = person.asks.filter((at) => at > now - HOUR && at !== now).length
            if (isKnown && code === null)
              expect(refused === 'RATE_LIMITED' ? mine >= 5 : now - person.lastRequest < MINUTE).toBe(true)
            if (refused === null && code === null) expect(now - person.lastRequest).toBeLessThan(MINUTE)
            continue
          }
          const given =
            one.does === 'wrong' ? (person.code === '22222222' ? '33333333' : '22222222') : person.code || '22222222'
          const outcome = await enter(PERSON, person.cookie, given)
          const isLimited = person.cookie !== null && person.tried.filter((at) => at > now - MINUTE).length >= 10
          if (person.cookie === null) {
            expect(outcome).not.toBe('accepted')
            continue
          }
          if (isLimited) {
            expect(outcome).toBe('RATE_LIMITED')
            continue
          }
          person.tried.push(now)
          const isLive = person.tries > 0 && now - person.at < 5 * MINUTE
          const isRight = isLive && given === person.code
          expect([one.does, outcome]).toEqual([one.does, isRight ? 'accepted' : 'OTP_INVALID'])
          if (isLive) person.tries = isRight ? 0 : person.tries - 1
          seen[isRight ? 'accepted' : 'refused']++
        }
        // No mailbox is flooded: a limit for all strangers in any hour, and one for each browser of the person.
        for (const { at } of sent)
          expect(sent.filter((mail) => mail.at > at - HOUR && mail.at <= at).length).toBeLessThanOrEqual(
            isKnown ? 10 : 5,
          )
      }),
      { numRuns: name === 'SQLite' ? 150 : 25 },
    )

    // The steps did lead to what they are about.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(5)
    await catalog.close()
  })
})
