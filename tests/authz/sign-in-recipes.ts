/** Valid requests for calls about ways in: of the caller, of others, of none. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken, secretsOf } from '../../server/lib/secrets.ts'
import { CONFIG, NOW, PASSWORD } from '../../server/testing/fixture.ts'
import { askingBrowsers } from '../../server/modules/otp/asking-browser.ts'
import type { Variant } from './expected.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import type { Recipe } from './recipe.ts'

const NEW_PASSWORD = 'Marker-çñ-2027!'

export async function signInRecipes({
  f,
  catalog,
  next,
  apiClientDraft,
  make,
  standing,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const secrets = secretsOf(CONFIG.secretKey ?? '')
  await catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { ...apiClientDraft(), flags: [], enabled: true },
    { clientId: 'page', secretHash: hashOf('x'), at: NOW },
  )
  const otp = await catalog.sessions.credentials('otp@aforo.test')
  const event = { id: 'e1', event: 'open', timestamp: NOW }
  // Each with a name of its own: an account has so many tries over all addresses.
  recipes.set('POST /api/oauth/token', ({ variant }) =>
    json('/api/oauth/token', {
      username: variant === 'own' ? 'analyst' : `nobody-at-all-${next()}`,
      password: PASSWORD,
      grant_type: 'password',
    }),
  )
  recipes.set('POST /api/oauth/exchange', async ({ variant, fresh }) =>
    json('/api/oauth/exchange', {
      code: variant === 'missing' ? newToken() : fresh ? await make.code('access') : standing.access,
    }),
  )
  recipes.set('POST /api/oauth/login', ({ variant }) =>
    one({
      url: '/api/oauth/login',
      headers: {
        username: 'analyst',
        password: PASSWORD,
        grant_type: 'password',
        client_id: variant === 'own' ? 'page' : 'nobody',
        redirect_uri: 'https://program.test/cb',
        response_type: 'code',
        state: 's',
      },
    }),
  )
  const named = (variant: Variant, username: string) =>
    encodeURIComponent(variant === 'own' ? username : 'nobody-at-all@aforo.test')
  recipes.set('GET /api/auth/user/otp/:username', ({ variant }) =>
    one({ url: `/api/auth/user/otp/${named(variant, 'multi@aforo.test')}` }),
  )
  // One browser asks for all: the mails of an hour are for few.
  const asking = askingBrowsers(secrets)
  const browserCookie = (browser: string) => ({ cookie: `__Host-aforo-otp-browser=${asking.cookieOf(browser)}` })
  const oneBrowser = browserCookie(asking.make())
  recipes.set('POST /api/auth/user/otp/:username/generate', ({ variant }) =>
    one({ url: `/api/auth/user/otp/${named(variant, 'otp@aforo.test')}/generate`, headers: oneBrowser }),
  )
  recipes.set('POST /api/auth/user/otp/:username/validate', async ({ variant }) => {
    const browser = newToken()
    const code = { codeHash: secrets.mac('otp', `${otp?.id}:12345678`), expiresAt: NOW + 60_000, tries: 5 }
    if (variant === 'own' && otp !== undefined)
      await catalog.otpCodes.put({ userId: otp.id, browserHash: hashOf(browser) }, code, NOW)
    return json(
      `/api/auth/user/otp/${named(variant, 'otp@aforo.test')}/validate`,
      { code: '12345678' },
      browserCookie(browser),
    )
  })
  recipes.set('POST /api/auth/user/email/:email', ({ variant }) =>
    one({ url: `/api/auth/user/email/${named(variant, 'multi@aforo.test')}` }),
  )
  recipes.set('POST /api/scewc', ({ variant }) =>
    json('/api/scewc', { email: variant === 'own' ? 'other@aforo.test' : 'nobody-at-all@aforo.test' }),
  )
  recipes.set('PUT /api/auth/user/:token', async ({ variant, fresh }) => {
    const token = variant === 'missing' ? newToken() : fresh ? await make.code('recover') : standing.recover
    return json(`/api/auth/user/${token}`, { token, pass: NEW_PASSWORD, responsibility: true })
  })
  recipes.set('POST /api/monitoring/tracking/beacon', async ({ variant, me, fresh }) =>
    json(
      '/api/monitoring/tracking/beacon',
      {
        events: [event],
        access_token:
          variant === 'missing' ? newToken() : fresh && me.userId !== 0 ? me.token : await f.signIn('analyst'),
      },
      { origin: CONFIG.publicUrl },
    ),
  )
  recipes.set('POST /api/csp-report', () =>
    one({ url: '/api/csp-report', payload: '{}', headers: { 'content-type': 'application/csp-report' } }),
  )

  return recipes
}
